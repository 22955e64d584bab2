import EventStreams

/// The identifiers that sampling can hang on.
struct SamplingIdentifiers: Sendable, Hashable {
    /// The session the event was submitted in.
    var session: String
    /// The installation; `nil` until the store has been opened.
    var device: String?
    /// The page view, where the app tells it.
    var pageview: String?

    /// Whether a stream with this rule takes events under these identifiers.
    func areIncluded(by rule: SamplingRule) -> Bool {
        switch rule.unit {
        case .session: rule.includes(identifier: session)
        case .device: rule.includes(identifier: device)
        case .pageview: rule.includes(identifier: pageview)
        case nil: rule.includes(identifier: nil)
        }
    }
}
