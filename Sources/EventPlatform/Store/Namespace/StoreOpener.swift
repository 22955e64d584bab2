import EventSchema
import Foundation

/// A store that has been opened, and what it held.
struct OpenedStore: Sendable {
    let store: any EventStore
    let installID: String
    let context: ContextStage
    let ledger: Ledger
    /// The session that an earlier process left.
    let session: SavedSession?
    /// Submissions that wait for configurations.
    let held: [HeldSubmission]
    /// Settings that the store did not have yet.
    let newValues: [String: String]

    /// What sampling may hang on for a submission.
    func samplingIdentifiers(of submission: Submission) -> SamplingIdentifiers {
        SamplingIdentifiers(submission.identity, device: installID, context: submission.context)
    }
}

/// Opens the store of a client where its configuration says, or, so that events need not be lost, beside it.
struct StoreOpener: Sendable {
    /// Where the configuration says; the install id is kept beside it, wherever events go.
    private let configuration: EventPlatformClient.Configuration.Store
    private let environment: Environment
    private let identifiers: Identifiers
    private let diagnostics: Diagnostics

    private static let installIDName = "app_install_id"

    private var location: StoreLocation { configuration.location }

    init(_ parts: ClientParts) {
        configuration = parts.settings.read(\.store)
        environment = parts.environment
        identifiers = parts.identifiers
        diagnostics = parts.diagnostics
    }

    /// Opens the store where the configuration says.
    func open() throws -> OpenedStore {
        guard let custom = configuration.custom else { return try open(location) }
        let store = try custom()
        return opened(store, try store.load())
    }

    /// Opens the store, or one beside it, or one in memory. What cannot be used is left as it is.
    func openOrGoElsewhere() -> OpenedStore {
        let elsewhere = configuration.custom == nil ? StoreOpening.alternatives(to: location) : [.inMemory]
        for candidate in [openOrJoin] + elsewhere.map({ location in { try open(location) } }) {
            do {
                return try candidate()
            } catch {
                diagnostics.report(.store, "\(error). Events go on in another store")
            }
        }
        return opened(InMemoryEventStore(), StoredState())
    }

    /// Opens the store, or joins the client that owns it: then events go to that one.
    private func openOrJoin() throws -> OpenedStore {
        do {
            return try open()
        } catch let error as StoreError where error.code == .owned {
            guard let store = StoreOpening.beside(location, configuration) else { throw error }
            diagnostics.report(.store, "the store belongs to another running client; events are handed over to it")
            return opened(store, try store.load())
        }
    }

    private func open(_ location: StoreLocation) throws -> OpenedStore {
        let store = try environment.openStore(location)
        return opened(store, try store.load())
    }

    private func opened(_ store: any EventStore, _ state: StoredState) -> OpenedStore {
        let installID = installID(state.values[Self.installIDName])
        return OpenedStore(
            store: store, installID: installID, context: ContextStage(installID: installID), ledger: state.ledger,
            session: session(state.values[SavedSession.name]), held: state.heldSubmissions,
            newValues: [
                Self.installIDName: installID, LastBelievedTime.name: LastBelievedTime.value(environment.clocks.wall),
            ].filter { state.values[$0.key] == nil })
    }

    /// The id in the store, else the one in the file beside it, else a new one; the file has it afterwards.
    private func installID(_ stored: String?) -> String {
        let file = InstallIDFile(beside: location)
        let kept = file?.read()
        let id = stored ?? kept ?? identifiers.installID()
        guard let file, kept != id else { return id }
        do { try file.write(id) } catch {
            diagnostics.report(.store, "the install id has no second copy: \(error.localizedDescription)")
        }
        return id
    }

    private func session(_ text: String?) -> SavedSession? {
        guard let text, !text.isEmpty else { return nil }
        do { return try SavedSession(text: text) } catch {
            diagnostics.report(.store, "the stored session cannot be read; a new one begins: \(error)")
            return nil
        }
    }

    /// A held submission, or `nil` when it cannot be read back. Its copy is nested deeper than the event it holds.
    func submission(_ json: [UInt8]) -> Submission? {
        do {
            return Submission(json: try JSONValue(parsing: json, maximumDepth: 2 * JSONValue.defaultMaximumDepth))
        } catch {
            diagnostics.report(.store, "a held event cannot be read back and is dropped: \(error)")
            return nil
        }
    }
}
