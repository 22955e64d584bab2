import EventSupport

/// Fetches configurations: at the start, again after failures, on the app's request, and at the interval of the refresh
/// policy.
struct FetchLoop: Sendable {
    private let clocks: any Clocks
    private let requests: Signal
    private let publish: @Sendable (FetchStatus) -> Void
    private let settings: @Sendable () -> Settings

    /// The settings of the loop: they are read before each fetch.
    struct Settings: Sendable {
        let firstRetryDelay: Duration
        let refresh: RefreshPolicy
    }

    /// The delay between the last retry and the next fetch, where the refresh policy has no interval; `nil` for none.
    ///
    /// A server has neither a foreground nor a network that returns. In an app, these begin the next fetch.
    static let delayAfterRetries: Duration? = {
        #if os(iOS) || os(tvOS) || os(watchOS)
            nil
        #else
            .seconds(3600)
        #endif
    }()

    /// Creates a loop.
    ///
    /// `requests` is raised when the app requests a fetch. `publish` is called before and after each fetch, and when
    /// ``run(_:)`` ends.
    init(
        clocks: any Clocks, requests: Signal, publish: @escaping @Sendable (FetchStatus) -> Void,
        settings: @escaping @Sendable () -> Settings
    ) {
        (self.clocks, self.requests) = (clocks, requests)
        (self.publish, self.settings) = (publish, settings)
    }

    /// Calls `fetch` until the task is cancelled.
    ///
    /// A failed fetch is retried as ``RetrySchedule`` says; a request in the meantime restarts the schedule.
    ///
    /// - Parameter fetch: fetches once, and returns whether the configurations are up to date.
    func run(_ fetch: @Sendable () async -> Bool) async {
        defer { publish(FetchStatus()) }
        var schedule = RetrySchedule(firstDelay: settings().firstRetryDelay)
        while !Task.isCancelled {
            let seen = requests.count
            publish(FetchStatus(isRunning: true, next: clocks.sinceBoot))
            let isDone = await fetch()
            let refresh = settings().refresh.interval
            if isDone { schedule = RetrySchedule(firstDelay: settings().firstRetryDelay) }
            let delay = isDone ? refresh : schedule.failed() ?? refresh ?? Self.delayAfterRetries
            let next = delay.map(clocks.sinceBoot.adding)
            publish(FetchStatus(isRunning: true, next: next))
            await clocks.wait(for: requests, after: seen, until: next)
            if requests.count > seen { schedule = RetrySchedule(firstDelay: settings().firstRetryDelay) }
        }
    }
}

/// When configurations are fetched next.
struct FetchStatus: Sendable {
    /// Whether a ``FetchLoop`` runs.
    var isRunning = false
    /// On the boot clock; now while a fetch is under way, `nil` where none is planned.
    var next: Duration?
}
