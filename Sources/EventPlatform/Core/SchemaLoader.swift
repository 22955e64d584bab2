import EventSupport

/// Loads schemas, each in a task of its own, and adds them to the snapshot. A source that does not respond delays only
/// the events of its schema.
///
/// ``load(_:)`` and ``stop(_:)`` take effect at once, so that they have the order in which events were decided.
final class SchemaLoader: Sendable {
    private struct Load {
        let number: Int
        let task: Task<Void, Never>
        /// Whether events wait for it. Otherwise it was missing before, and is requested once.
        var isAwaited: Bool
        /// When the next request follows, as time since boot, since the sources were unavailable; `nil` during one.
        var retryAt: Duration?
    }
    private struct State {
        var loads: [SchemaID: Load] = [:]
        var lastNumber = 0
    }
    private let dependencies: ClientDependencies
    private let state = Locked(State())

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
    func lookUp(_ id: SchemaID, in snapshot: DecisionSnapshot) -> FoundSchema {
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
    func preview(_ id: SchemaID, in snapshot: DecisionSnapshot) -> FoundSchema {
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

    /// Starts to load a schema that events wait for, unless it is being loaded. While a source is unavailable it tries
    /// again, until ``stop(_:)``.
    func load(_ id: SchemaID) { load(id, isAwaited: true) }

    private func load(_ id: SchemaID, isAwaited: Bool) {
        state.withLock { state in
            if state.loads[id] != nil {
                if isAwaited { state.loads[id]?.isAwaited = true }
                return
            }
            state.lastNumber += 1
            let number = state.lastNumber
            let task = Task { [weak self] in
                await self?.fetch(id, number)
                self?.update(id, number) { $0 = nil }
            }
            state.loads[id] = Load(number: number, task: task, isAwaited: isAwaited)
        }
    }

    /// Stops loading a schema, when no event waits for it any more.
    func stop(_ id: SchemaID) { state.withLock { $0.loads.removeValue(forKey: id)?.task }?.cancel() }

    /// Stops loading all schemas.
    func stopAll() {
        let loads = state.withLock { state in
            defer { state.loads = [:] }
            return state.loads.values.map(\.task)
        }
        for load in loads { load.cancel() }
    }

    /// How many schemas are being loaded.
    var loadCount: Int { state.withLock { $0.loads.count } }

    /// The earliest time since boot at which a source may respond: now while a request is in flight; `nil` if none of
    /// these schemas is missing in the snapshot. Missing ones are loaded; they may have been restored from the store.
    func nextResponse(for schemas: [SchemaID]) -> Duration? {
        let (now, known) = (dependencies.clocks.sinceBoot, dependencies.snapshot.now.schemas)
        let missing = schemas.filter { known[$0] == nil }
        for schema in missing { load(schema) }
        if missing.isEmpty { return nil }
        return state.withLock { state in missing.compactMap { state.loads[$0] }.map { $0.retryAt ?? now }.min() }
    }

    /// Changes a load, unless it was stopped.
    private func update(_ id: SchemaID, _ number: Int, _ change: @Sendable (inout Load?) -> Void) {
        state.withLock { if $0.loads[id]?.number == number { change(&$0.loads[id]) } }
    }

    private func isAwaited(_ id: SchemaID, _ number: Int) -> Bool {
        state.withLock { $0.loads[id].map { $0.number == number && $0.isAwaited } ?? false }
    }

    /// Requests a missing schema again. Until it is found, its events are sent without validation.
    private func refetch(_ id: SchemaID) {
        let next = dependencies.clocks.sinceBoot + Self.missingFor
        dependencies.snapshot.update { $0.schemas[id] = .missing(refetchAt: next) }
        load(id, isAwaited: false)
    }

    private func fetch(_ id: SchemaID, _ number: Int) async {
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
                if Task.isCancelled || !isAwaited(id, number) { return }
                report(id, reason, "wait for it")
            }
            let next = dependencies.clocks.sinceBoot + delay
            update(id, number) { $0?.retryAt = next }
            dependencies.mailbox.changed.raise()  // a flush waits until then
            do { try await dependencies.clocks.sleep(until: next) } catch { return }
            update(id, number) { $0?.retryAt = nil }
            delay = min(delay * 2, Self.maximumRetryDelay)
        }
    }

    private func fetcher(_ snapshot: DecisionSnapshot) -> SchemaFetcher {
        SchemaFetcher(sources: snapshot.settings.validation.sources, connection: dependencies.connection)
    }

    /// Reports why a schema is not there, and what becomes of its events. Some reasons are sentences.
    private func report(_ id: SchemaID, _ reason: String, _ consequence: String) {
        let end = reason.hasSuffix(".") ? "" : "."
        dependencies.diagnostics.report(.schema, "\(id): \(reason)\(end) Events of this schema \(consequence)")
    }

    private func setMissing(_ id: SchemaID, _ reason: String) {
        report(id, reason, "are sent without validation")
        setState(id, .missing(refetchAt: dependencies.clocks.sinceBoot + Self.missingFor))
    }

    private func setState(_ id: SchemaID, _ state: SchemaState) {
        dependencies.snapshot.update { change in
            if change.schemas.count >= Self.maximumStates {
                change.schemas = change.schemas.filter { if case .compiled = $0.value { true } else { false } }
            }
            change.schemas[id] = state
        }
    }
}
