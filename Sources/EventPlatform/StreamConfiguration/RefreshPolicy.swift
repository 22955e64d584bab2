/// When stream configurations that have arrived are fetched again.
///
/// ```swift
/// configuration.refresh = .every(.seconds(3600))
/// ```
///
/// Whatever the policy, ``EventPlatformClient/refresh()`` fetches at once, and so do
/// ``EventPlatformClient/enterForeground()`` and ``EventPlatformClient/networkReturned()`` as long as nothing has
/// arrived.
public enum RefreshPolicy: Sendable, Hashable {
    /// Only when the app asks. The default, as in the Metrics Platform's clients.
    ///
    /// Where nothing has arrived after ten retries, a process on a server or a desktop tries once an hour.
    case onDemand
    /// This long after each fetch that succeeded, and after the last retry of one that failed. Less than a second
    /// counts as a second. An unchanged document costs an answer without a body where the server has entity tags.
    case every(Duration)

    /// The time between two fetches; `nil` for none.
    var interval: Duration? {
        if case .every(let interval) = self { max(interval, .seconds(1)) } else { nil }
    }
}
