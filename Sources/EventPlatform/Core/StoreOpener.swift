import EventSchema
import EventSupport
import Foundation

/// An opened store and its content.
struct OpenedStore: Sendable {
    var store: any EventStore
    /// The store file of its namespace when it was opened; `nil` in memory and for a store of the app's own.
    let openedFile: URL?
    /// The configured namespace, also where its store file could not be used; `nil` where none is configured.
    let namespace: StoreNamespace?
    let installID: String
    let ledger: Ledger
    /// The session of an earlier process.
    let session: SavedSession?
    /// The user's decision in an earlier process.
    let consent: Consent?
    /// What a refusal in an earlier process has left to do.
    let unfinishedRefusal: ConsentRecord.UnfinishedRefusal?
    /// Submissions that wait for stream configurations.
    let heldSubmissions: [HeldSubmission]
    /// Values to save, since the store lacks them.
    let newValues: [String: String]
    /// Whether the store is in memory although the app has configured another one, which cannot be used.
    var isInMemoryInstead = false

    /// The store file of its namespace; `nil` in memory and for a store of the app's own.
    var file: URL? { (store as? FallbackStore).map(\.file) ?? openedFile }
    /// Whether it is what the app has configured, and no file that somebody has removed.
    var isInPlace: Bool { !isInMemoryInstead && (store as? any FileReplacing)?.isInPlace ?? true }
    /// Whether the configured store is to be tried again.
    var isFallback: Bool { (store as? FallbackStore)?.isWaiting ?? false }
}

/// Opens the store of a client at the configured location, or a fallback, so that events are not lost.
struct StoreOpener: Sendable {
    private let configuration: EventPlatformClient.Configuration.Store
    private let environment: Environment
    private let identifiers: Identifiers
    private let diagnostics: Diagnostics
    /// The decision in force.
    private let consent: @Sendable () -> Consent
    /// The files beside the configured location, which is used with a fallback too.
    let sidecar: ClientSidecar

    init(_ dependencies: ClientDependencies) {
        configuration = dependencies.snapshot.settings.store
        environment = dependencies.environment
        identifiers = dependencies.identifiers
        diagnostics = dependencies.diagnostics
        consent = { dependencies.snapshot.now.consent }
        sidecar = dependencies.sidecar
    }

    private var location: StoreLocation { configuration.location }
    private var isMemoryConfigured: Bool { configuration.custom == nil && location == .inMemory }

    /// Opens the store at the configured location, or the app's own.
    func open() throws -> OpenedStore {
        reserveConsent()
        guard let custom = configuration.custom else { return try load(environment.openStore(location)) }
        return try opened(try custom(), nil)
    }

    /// Opens the store, or an alternative file beside it, or a store in memory. A file that cannot be used is not
    /// changed.
    func openWithFallback() -> OpenedStore {
        do { return try openOrJoin() } catch {
            reportFallback(error)
            return fallback(because: error)
        }
    }

    private func fallback(because failure: any Error) -> OpenedStore {
        for location in configuration.custom == nil ? StoreFactory.alternatives(to: location) : [] {
            do { return waiting(try load(environment.openStore(location)), because: failure) } catch {
                reportFallback(error)
            }
        }
        var opened = opened(InMemoryEventStore(settings: configuration.settings), nil, StoredState())
        opened.isInMemoryInstead = true
        return waiting(opened, because: failure)
    }

    private func reportFallback(_ error: any Error) {
        diagnostics.report(.store, "\(error). Events are kept in another store")
    }

    /// A fallback that tries the configured store again, if what kept that from being opened may pass.
    private func waiting(_ opened: OpenedStore, because failure: any Error) -> OpenedStore {
        guard configuration.custom == nil, let namespace = opened.namespace, Self.mayPass(failure, of: namespace)
        else { return opened }
        var opened = opened
        opened.store = FallbackStore(
            opened.store, at: opened.file, insteadOf: namespace, because: failure, open: reopen)
        opened.isInMemoryInstead = false
        return opened
    }

    /// Whether a store that cannot be used now may be used later. A file with the mark of damage is rebuilt by the next
    /// attempt for which there is room.
    private static func mayPass(_ failure: any Error, of namespace: StoreNamespace) -> Bool {
        switch (failure as? StoreError)?.code ?? .unavailable {
        case .unavailable: true
        case .notADatabase: DamageMark(of: namespace.main.path).isSet
        default: false
        }
    }

    /// Opens the configured store while another one is in use.
    private func reopen() throws -> StoreFactory.Result {
        let found = try findOrJoin()
        if let failure = found.failure { throw failure }
        do {
            try removeRefused(from: found)
            reserveConsent()
            // A decision that is in the store alone.
            let consent = try found.store.value(Consent.self, named: Consent.storedName)
            if sidecar.consent.decision == nil, self.consent() != .declined, let consent {
                try sidecar.changeConsent { $0.decision = consent }
            }
        } catch {
            try found.store.close()
            throw error
        }
        return found
    }

    /// Opens the store, or a spool beside it when another client owns it.
    private func openOrJoin() throws -> OpenedStore {
        guard configuration.custom == nil else { return try open() }
        reserveConsent()
        return try load(findOrJoin())
    }

    private func findOrJoin() throws -> StoreFactory.Result {
        do { return try environment.openStore(location) } catch let error as StoreError where error.code == .owned {
            guard let store = StoreFactory.spool(beside: location, configuration.settings) else { throw error }
            diagnostics.report(
                .store, "the store belongs to another running client; that client sends the events of this one")
            return store
        }
    }

    /// Creates the place of the user's decision before anything is stored. A refusal by the configuration, where the
    /// user has not decided, is kept there before the store is opened, which another program may have locked.
    private func reserveConsent() {
        _ = diagnostics.attempt("making room for the user's consent beside the store") { [consent] in
            try sidecar.changeConsent { record in
                if record.decision == nil, consent() == .declined { record.refuse() }
            }
        }
    }

    private func load(_ found: StoreFactory.Result) throws -> OpenedStore {
        if let remark = found.remark { diagnostics.report(.store, remark) }
        try removeRefused(from: found)
        var opened = try opened(found.store, found.file)
        opened.isInMemoryInstead = found.store is InMemoryEventStore && !isMemoryConfigured
        if let failure = found.failure { return waiting(opened, because: failure) }
        return opened
    }

    /// Removes what a refusal covers in a store file that could not be used then, or that somebody has put back.
    private func removeRefused(from found: StoreFactory.Result) throws {
        guard let store = found.store as? any FileReplacing, !store.forwardsToOwner else { return }
        // Somebody has removed the record.
        let refusals = store.refusals
        if sidecar.consent.refusals < refusals {
            try sidecar.changeConsent { $0.refusals = max($0.refusals, refusals) }
        }
        let wasUnavailable = sidecar.consent.unfinishedRefusal == .fileUnavailable && found.file == location.storeFile
        guard wasUnavailable || store.isOfBeforeRefusal else { return }
        _ = try store.replaceFile(dropping: .consentDeclined, countsHeld: true)
        if wasUnavailable { try sidecar.changeConsent { $0.unfinishedRefusal = nil } }
    }

    private func opened(_ store: any EventStore, _ file: URL?) throws -> OpenedStore {
        opened(store, file, try store.load(at: StorageTime(environment.clocks)))
    }

    private func opened(_ store: any EventStore, _ file: URL?, _ state: StoredState) -> OpenedStore {
        for remark in store.collectReport().remarks { diagnostics.report(.store, remark) }
        let installID = installID(saved(String.self, InstallID.name, state))
        let record = sidecar.consent
        return OpenedStore(
            store: store, openedFile: file,
            namespace: configuration.custom == nil ? location.storeFile.map { StoreNamespace($0) } : nil,
            installID: installID, ledger: state.ledger,
            session: saved(SavedSession.self, SavedSession.name, state),
            consent: record.decision ?? saved(Consent.self, Consent.storedName, state),
            unfinishedRefusal: record.unfinishedRefusal,
            heldSubmissions: state.heldSubmissions,
            newValues: newValues(installID).filter { state.values[$0.key] == nil })
    }

    /// A value that an earlier process saved; `nil`, with a diagnostic, when it cannot be decoded.
    private func saved<Value: Decodable>(_ type: Value.Type, _ name: String, _ state: StoredState) -> Value? {
        diagnostics.attempt("reading the saved value \(name)") { try state.value(type, named: name) } ?? nil
    }

    private func newValues(_ installID: String) -> [String: String] {
        var transaction = StoreTransaction()
        diagnostics.attempt("saving the install id") {
            try transaction.set(installID, for: InstallID.name)
        }
        return transaction.values
    }

    /// The id in the store, or else in the file beside it, or else a new one. It is written to the file beside the
    /// store.
    private func installID(_ stored: String?) -> String {
        let kept = sidecar.installID
        let id = stored ?? kept ?? identifiers.installID()
        if kept != id { sidecar.keep(installID: id, diagnostics) }
        return id
    }
}
