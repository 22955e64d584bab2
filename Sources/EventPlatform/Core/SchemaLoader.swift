import EventSupport

/// Loads schemas, each in a task of its own, and adds them to the snapshot. A source that does not respond delays only
/// the events of its schema.
actor SchemaLoader {
    private let dependencies: ClientDependencies
    private var loads: [SchemaID: (number: Int, task: Task<Void, Never>)] = [:]
    private var nextNumber = 0
    /// The time of the next request for each schema whose sources were unavailable, as time since boot.
    private var retries: [SchemaID: Duration] = [:]

    /// The first delay before an unavailable source is queried again. Each further delay is twice as long, up to
    /// ``maximumRetryDelay``.
    static let firstRetryDelay: Duration = .seconds(1)
    static let maximumRetryDelay: Duration = .seconds(60)
    /// How long a schema that no source has is not requested again.
    static let missingFor: Duration = .seconds(60)
    /// The maximum number of schemas in the snapshot, since events may name any id.
    static let maximumStates = 4096

    init(_ dependencies: ClientDependencies) { self.dependencies = dependencies }

    /// Looks a schema up in the snapshot and in the local sources; a schema that only others may have is pending.
    ///
    /// A schema that is found in a local source is added to the snapshot.
    nonisolated func lookUp(_ id: SchemaID, in snapshot: DecisionSnapshot) -> FoundSchema {
        switch snapshot.schemas[id] {
        case .compiled(let schema): return .compiled(schema)
        case .missing(let time):
            if dependencies.clocks.sinceBoot >= time, fetcher(snapshot).local(id) == nil { refetch(id) }
            return .missing
        case nil: break
        }
        switch fetcher(snapshot).local(id) {
        case .found(let schema)?:
            let schema = CompiledSchema(schema)
            setState(id, .compiled(schema))
            return .compiled(schema)
        case .missing(let reason)?:
            setMissing(id, reason)
            return .missing
        case .unavailable?, nil: return .pending
        }
    }

    /// What ``lookUp(_:in:)`` returns, for an explanation: nothing is added to the snapshot, requested or reported.
    nonisolated func preview(_ id: SchemaID, in snapshot: DecisionSnapshot) -> FoundSchema {
        switch snapshot.schemas[id] {
        case .compiled(let schema): return .compiled(schema)
        case .missing: return .missing
        case nil: break
        }
        switch fetcher(snapshot).local(id) {
        case .found(let schema)?: return .compiled(CompiledSchema(schema))
        case .missing?: return .missing
        case .unavailable?, nil: return .pending
        }
    }

    /// Starts to load a schema, unless it is being loaded. While a source is unavailable it tries again, until
    /// ``stop(_:)``.
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

    /// Stops loading a schema, when no event waits for it any more.
    func stop(_ id: SchemaID) {
        loads.removeValue(forKey: id)?.task.cancel()
        retries[id] = nil
    }

    /// Stops loading all schemas.
    func stopAll() {
        for load in loads.values { load.task.cancel() }
        (loads, retries) = ([:], [:])
    }

    /// The earliest time since boot at which a source may respond: now while a request is in flight; `nil` when no
    /// schema is being loaded.
    var nextResponse: Duration? {
        loads.keys.map { retries[$0] ?? dependencies.clocks.sinceBoot }.min()
    }

    private func loadEnded(_ id: SchemaID, _ number: Int) {
        guard loads[id]?.number == number else { return }
        (loads[id], retries[id]) = (nil, nil)
    }

    /// Requests a missing schema again. Until it is found, its events are sent without validation.
    private nonisolated func refetch(_ id: SchemaID) {
        let next = dependencies.clocks.sinceBoot + Self.missingFor
        dependencies.snapshot.update { $0.schemas[id] = .missing(refetchAt: next) }
        Task { await load(id) }
    }

    private func fetch(_ id: SchemaID) async {
        var delay = Self.firstRetryDelay
        while !Task.isCancelled {
            switch await fetcher(dependencies.snapshot.now).fetch(id) {
            case .found(let schema):
                setState(id, .compiled(CompiledSchema(schema)))
                return dependencies.mailbox.post(.work)  // the events that waited for it are decided
            case .missing(let reason):
                setMissing(id, reason)
                return dependencies.mailbox.post(.work)
            case .unavailable(let reason):
                if Task.isCancelled { return }
                report(id, reason, "wait for it")
            }
            retries[id] = dependencies.clocks.sinceBoot + delay
            dependencies.mailbox.changed.raise()  // a flush waits until then
            do { try await dependencies.clocks.sleep(for: delay) } catch { return }
            retries[id] = nil
            delay = min(delay * 2, Self.maximumRetryDelay)
        }
    }

    private nonisolated func fetcher(_ snapshot: DecisionSnapshot) -> SchemaFetcher {
        SchemaFetcher(sources: snapshot.settings.validation.sources, connection: dependencies.connection)
    }

    /// Reports why a schema is not there, and what becomes of its events. Some reasons are sentences.
    private nonisolated func report(_ id: SchemaID, _ reason: String, _ consequence: String) {
        let end = reason.hasSuffix(".") ? "" : "."
        dependencies.diagnostics.report(.schema, "\(id): \(reason)\(end) Events of this schema \(consequence)")
    }

    private nonisolated func setMissing(_ id: SchemaID, _ reason: String) {
        report(id, reason, "are sent without validation")
        setState(id, .missing(refetchAt: dependencies.clocks.sinceBoot + Self.missingFor))
    }

    private nonisolated func setState(_ id: SchemaID, _ state: SchemaState) {
        dependencies.snapshot.update { change in
            if change.schemas.count >= Self.maximumStates {
                change.schemas = change.schemas.filter { if case .compiled = $0.value { true } else { false } }
            }
            change.schemas[id] = state
        }
    }
}
