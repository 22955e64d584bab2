import EventSupport

/// The rules that the senders work by: a snapshot, and the session of the app.
struct Rules: Sendable {
    let snapshot: DecisionSnapshot
    private let session: String?
    private let sessionBegan: Duration?

    /// The rules at this moment.
    init(_ dependencies: ClientDependencies) {
        (snapshot, session, sessionBegan) = dependencies.caller.withLock {
            ($0.snapshot, $0.sessions.current.session, $0.sessions.startTime)
        }
    }

    /// Whether these are other rules than earlier ones.
    func differ(from earlier: Rules) -> Bool {
        snapshot !== earlier.snapshot || session != earlier.session || sessionBegan != earlier.sessionBegan
    }

    /// What the senders need of them.
    var settings: DeliverySettings { DeliverySettings(snapshot, session: session, sessionBegan: sessionBegan) }
}

extension DeliverySettings {
    fileprivate init(_ snapshot: DecisionSnapshot, session: String?, sessionBegan: Duration?) {
        let settings = snapshot.settings
        self.init(network: settings.network)
        (maySend, removals) = (snapshot.maySend, snapshot.removals)
        (throttles, self.session, self.sessionBegan) = (snapshot.throttles, session, sessionBegan)
        installID = snapshot.installID
        emitter = settings.emitter
        mode = settings.dispatchMode
        profiles = settings.dispatchProfiles
        keepsDeliveredIDs = settings.store.keepsDeliveredIDs
    }
}
