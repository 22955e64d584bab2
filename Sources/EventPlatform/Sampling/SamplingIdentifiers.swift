import EventStreams

/// The identifiers that sampling can hang on.
struct SamplingIdentifiers: Sendable, Hashable {
    /// The session the event was submitted in; `nil` in the background without any.
    var session: String?
    /// The installation; `nil` until the store has been opened.
    var device: String?
    /// The page view, as the app tells it or as the client counts it.
    var pageview: String?

    /// What an event has; identifiers of the app's own, in its context, count before the client's.
    init(_ identity: Sessions.Identity, device: String?, context: Context) {
        session = context.performer.sessionID ?? identity.session
        self.device = context.agent.appInstallID ?? device
        pageview = context.performer.pageviewID ?? identity.pageview
    }

    /// The identifier that a unit counts by.
    subscript(unit: SamplingUnit) -> String? {
        switch unit {
        case .session: session
        case .device: device
        case .pageview: pageview
        }
    }

    /// Whether a stream with this rule takes events under these identifiers.
    func areIncluded(by rule: SamplingRule) -> Bool { rule.includes(identifier: rule.unit.flatMap { self[$0] }) }
}
