/// The user's decision about sending events.
///
/// ```swift
/// await client.set(consent: allows ? .granted : .declined)
/// ```
///
/// The last decision that was set with ``EventPlatformClient/set(consent:deadline:)`` is kept across restarts and takes
/// precedence over ``EventPlatformClient/Configuration/consent``.
public enum Consent: String, Sendable, Hashable, CaseIterable, Codable {
    /// Events are sent. The default.
    case granted
    /// The user has not decided yet: events are stored and not sent. Configurations and schemas are fetched, since
    /// those requests have no data of the user. Once the decision is ``granted``, what is stored is sent.
    case pending
    /// The user has refused: what is stored is removed, and what is submitted is dropped, both as
    /// ``DropReason/consentDeclined``. Install id and session id are renewed, so that later events cannot be connected
    /// with earlier ones.
    case declined

    /// The name of the store's value.
    static let storedName = "consent"
}
