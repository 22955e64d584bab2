/// When stream configurations that have arrived are fetched again.
///
/// ```swift
/// configuration.refresh = .every(.seconds(3600))
/// ```
///
/// Whatever the policy, ``EventPlatformClient/refresh()`` fetches at once, and so do
/// ``EventPlatformClient/enterForeground()`` and ``EventPlatformClient/networkReturned()`` while no stream
/// configurations are in force (cached ones are).
public enum RefreshPolicy: Sendable, Hashable {
    /// Only when the app calls ``EventPlatformClient/refresh()``. The default, as in the Metrics Platform's clients.
    ///
    /// After ten failed retries, a process on a server or a desktop tries once an hour.
    case onDemand
    /// At this interval after each fetch that succeeded, and after the last retry of one that failed. Less than a
    /// second counts as a second. For an unchanged document a server with entity tags sends a response without a body.
    case every(Duration)

    /// The time between two fetches; `nil` for none.
    var interval: Duration? {
        if case .every(let interval) = self { max(interval, .seconds(1)) } else { nil }
    }
}
