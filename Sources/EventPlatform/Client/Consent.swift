/// What the user has said about sending events.
public enum Consent: String, Sendable, Hashable, CaseIterable {
    /// Events are sent. The default.
    case granted
    /// Not asked yet: events are stored, not sent; configurations, which hold no user data, are fetched.
    case pending
    /// Refused: what is stored is removed, and what is submitted is dropped, both as
    /// ``DropReason/consentDeclined``.
    case declined
}
