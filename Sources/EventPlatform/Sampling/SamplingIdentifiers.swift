import EventStreams

/// The identifiers that a sampling unit can refer to.
struct SamplingIdentifiers: Sendable, Hashable {
    /// The session in which the event was submitted; `nil` in the background without a session.
    var session: String?
    /// The installation; `nil` until the store has been opened.
    var device: String?
    /// The page view of the app's context, or else of the client.
    var pageview: String?

    /// The identifiers of an event. An identifier in the app's context replaces that of the client.
    init(_ identity: Sessions.Identity, device: String?, context: Context) {
        session = context.performer.sessionID ?? identity.session
        self.device = context.agent.appInstallID ?? device
        pageview = context.performer.pageviewID ?? identity.pageview
    }

    /// The identifier of a unit.
    subscript(unit: SamplingUnit) -> String? {
        switch unit {
        case .session: session
        case .device: device
        case .pageview: pageview
        }
    }

    /// Whether a sampling rule includes these identifiers.
    func areIncluded(by rule: SamplingRule) -> Bool { rule.includes { self[$0] } }
}
