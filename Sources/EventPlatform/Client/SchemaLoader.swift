import EventSupport

/// Loads schemas beside the pipeline, each in a task of its own, and puts them into the rules. A source that hangs delays
/// only the events of its schema.
actor SchemaLoader {
    private let dependencies: ClientDependencies
    private var loads: [SchemaID: (number: Int, task: Task<Void, Never>)] = [:]
    private var nextNumber = 0
    /// When a source is asked again, for the schemas that none could give.
    private var retries: [SchemaID: Duration] = [:]

    /// The first delay before a source that could not be reached is asked again; each further one is twice as long.
    static let firstRetry: Duration = .seconds(1)
    static let longestRetry: Duration = .seconds(60)
    /// How long a schema that no source has is not asked for again.
    static let missingFor: Duration = .seconds(60)
    /// How many ids the rules remember; events may name any.
    static let maximumStates = 4096

    init(_ dependencies: ClientDependencies) { self.dependencies = dependencies }

    /// What the rules and the local sources have of a schema; everything else is pending.
    ///
    /// A schema that was found locally is put into the rules.
    nonisolated func lookUp(_ id: SchemaID, in rules: Rules) -> FoundSchema {
        switch rules.schemas[id] {
        case .compiled(let schema): return .compiled(schema)
        case .missing(let time):
            if dependencies.clocks.sinceBoot >= time, fetcher(rules).local(id) == nil { refetch(id) }
            return .missing
        case nil: break
        }
        switch fetcher(rules).local(id) {
        case .found(let schema)?:
            setState(id, .compiled(schema))
            return .compiled(schema)
        case .missing(let reason)?:
            setMissing(id, reason)
            return .missing
        case .unavailable?, nil: return .pending
        }
    }

    /// Loads a schema, unless it is being loaded. Where a source cannot be asked it tries again until it is told to stop
    /// by ``stop(_:)``.
    func load(_ id: SchemaID) {
        if loads[id] != nil { return }
        nextNumber += 1
        let number = nextNumber
        let task = Task { [weak self] in
            await self?.fetch(id)
            await self?.loadEnded(id, number)
        }
        loads[id] = (number, task)
    }

    /// Nothing waits for the schema any more.
    func stop(_ id: SchemaID) {
        loads.removeValue(forKey: id)?.task.cancel()
        retries[id] = nil
    }

    /// Ends all loading.
    func stopAll() {
        for load in loads.values { load.task.cancel() }
        (loads, retries) = ([:], [:])
    }

    /// When a source may answer for a schema, on the boot clock: now where one is being asked; `nil` where none is loaded.
    var nextAnswer: Duration? {
        loads.keys.map { retries[$0] ?? dependencies.clocks.sinceBoot }.min()
    }

    private func loadEnded(_ id: SchemaID, _ number: Int) {
        guard loads[id]?.number == number else { return }
        (loads[id], retries[id]) = (nil, nil)
    }

    /// Asks the sources once more for a schema that none of them had, while its events go on unvalidated.
    private nonisolated func refetch(_ id: SchemaID) {
        let next = dependencies.clocks.sinceBoot + Self.missingFor
        dependencies.rules.update { $0.schemas[id] = .missing(refetchAt: next) }
        Task { await load(id) }
    }

    private func fetch(_ id: SchemaID) async {
        var delay = Self.firstRetry
        while !Task.isCancelled {
            switch await fetcher(dependencies.rules.now).fetch(id) {
            case .found(let schema): return setState(id, .compiled(schema))
            case .missing(let reason): return setMissing(id, reason)
            case .unavailable(let reason):
                if Task.isCancelled { return }
                dependencies.diagnostics.report(.schema, "schema \(id): \(reason). Its events wait for it")
            }
            retries[id] = dependencies.clocks.sinceBoot + delay
            dependencies.progress.raise()
            do { try await dependencies.clocks.sleep(for: delay) } catch { return }
            retries[id] = nil
            delay = min(delay * 2, Self.longestRetry)
        }
    }

    private nonisolated func fetcher(_ rules: Rules) -> SchemaFetcher {
        SchemaFetcher(sources: rules.settings.validation.sources, connection: dependencies.connection)
    }

    private nonisolated func setMissing(_ id: SchemaID, _ reason: String) {
        dependencies.diagnostics.report(.schema, "schema \(id): \(reason). Its events go on unvalidated")
        setState(id, .missing(refetchAt: dependencies.clocks.sinceBoot + Self.missingFor))
    }

    private nonisolated func setState(_ id: SchemaID, _ state: SchemaState) {
        dependencies.rules.update { change in
            if change.schemas.count >= Self.maximumStates {
                change.schemas = change.schemas.filter { if case .compiled = $0.value { true } else { false } }
            }
            change.schemas[id] = state
        }
        dependencies.inbox.arrived.raise()  // the pipeline decides what has waited for it
    }
}
