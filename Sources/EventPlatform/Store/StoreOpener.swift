import EventSchema

/// A store that has been opened, and what it held.
struct OpenedStore: Sendable {
    let store: any EventStore
    let installID: String
    let context: ContextStage
    let ledger: Ledger
    let held: [InputBuffer.Entry]
    /// Settings that the store did not have yet.
    let newValues: [String: String]

    /// What sampling may hang on for a submission: an install id of the app's own counts before the client's.
    func samplingIdentifiers(of submission: Submission) -> SamplingIdentifiers {
        SamplingIdentifiers(
            session: submission.sessionID, device: submission.context.agent.appInstallID ?? installID,
            pageview: submission.context.performer.pageviewID)
    }
}

/// Opens the store of a client where its configuration says, or, so that events need not be lost, beside it.
struct StoreOpener: Sendable {
    private let location: StoreLocation
    private let environment: Environment
    private let identifiers: Identifiers
    private let diagnostics: Diagnostics

    private static let installIDName = "app_install_id"

    init(_ parts: ClientParts) {
        location = parts.settings.read(\.store.location)
        environment = parts.environment
        identifiers = parts.identifiers
        diagnostics = parts.diagnostics
    }

    /// Opens the store where the configuration says.
    func open() throws -> OpenedStore { try open(location) }

    /// Opens the store, or the next of the files beside it, or one in memory. What cannot be used is left as it is.
    func openOrGoElsewhere() -> OpenedStore {
        for candidate in [location] + StoreOpening.alternatives(to: location) {
            do {
                return try open(candidate)
            } catch {
                diagnostics.report(.store, "\(error). Events go on in another store")
            }
        }
        return opened(InMemoryEventStore(), StoredState())
    }

    private func open(_ location: StoreLocation) throws -> OpenedStore {
        let store = try environment.openStore(location)
        return opened(store, try store.load())
    }

    private func opened(_ store: any EventStore, _ state: StoredState) -> OpenedStore {
        let installID = state.values[Self.installIDName] ?? identifiers.installID()
        return OpenedStore(
            store: store, installID: installID, context: ContextStage(installID: installID), ledger: state.ledger,
            held: state.heldSubmissions.compactMap(entry),
            newValues: [Self.installIDName: installID].filter { state.values[$0.key] == nil })
    }

    private func entry(_ held: (number: Int64, json: [UInt8])) -> InputBuffer.Entry? {
        do {
            guard let submission = Submission(json: try JSONValue(parsing: held.json)) else { return nil }
            return InputBuffer.Entry(number: held.number, submission: submission)
        } catch {
            diagnostics.report(.store, "a held event cannot be read back: \(error)")
            return nil
        }
    }
}
