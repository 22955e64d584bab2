/// When stream configurations that have arrived are fetched again.
///
/// Whatever the policy, ``EventPlatformClient/refresh()`` fetches at once, and so do
/// ``EventPlatformClient/enterForeground()`` and ``EventPlatformClient/networkReturned()`` as long as nothing has
/// arrived.
public enum RefreshPolicy: Sendable, Hashable {
    /// Only when the app asks. The default, as in the Metrics Platform's clients.
    ///
    /// Where nothing has arrived after ten retries, a process on a server or a desktop tries once an hour.
    case onDemand
    /// So long after each arrival, and after the last retry. At least a second.
    case every(Duration)

    /// The time between two fetches; `nil` for none.
    var interval: Duration? {
        if case .every(let interval) = self { max(interval, .seconds(1)) } else { nil }
    }
}
