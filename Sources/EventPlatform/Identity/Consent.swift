/// What the user has said about sending events.
///
/// The last choice, made with ``EventPlatformClient/set(consent:)``, is kept across restarts and then counts more than
/// ``EventPlatformClient/Configuration/consent``.
public enum Consent: String, Sendable, Hashable, CaseIterable, Codable {
    /// Events are sent. The default.
    case granted
    /// Not asked yet: events are stored, not sent; configurations, which hold no user data, are fetched.
    case pending
    /// Refused: what is stored is removed, and what is submitted is dropped, both as
    /// ``DropReason/consentDeclined``. Install id and session id are renewed.
    case declined

    /// The name of the store's value.
    static let storedName = "consent"
}
