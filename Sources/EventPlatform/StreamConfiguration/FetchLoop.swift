import EventSupport

/// When configurations are asked for: at the start, again after failures, and again when the app asks or the refresh
/// policy says.
struct FetchLoop: Sendable {
    private let clocks: any Clocks
    private let asked: Signal
    private let settings: Settings

    /// How long after the last retry the fetching begins anew by itself.
    ///
    /// A server has neither a foreground nor a network that comes back; an app waits for those.
    static let delayAfterRetries: Duration? = {
        #if os(iOS) || os(tvOS) || os(watchOS)
            nil
        #else
            .seconds(3600)
        #endif
    }()

    init(_ parts: ClientParts) {
        clocks = parts.environment.clocks
        asked = parts.refreshAsked
        settings = parts.settings
    }

    /// Calls `fetch` until the task is cancelled.
    ///
    /// A failed fetch is tried again as ``RetrySchedule`` says; being asked meanwhile starts the schedule anew.
    ///
    /// - Parameter fetch: fetches once, and says whether the client has what there is.
    func run(_ fetch: @Sendable () async -> Bool) async {
        let fresh = RetrySchedule(firstDelay: settings.read(\.firstConfigurationRetry))
        var schedule = fresh
        while !Task.isCancelled {
            let seen = asked.count
            let refresh = settings.read(\.refresh).interval
            var delay = refresh
            if await fetch() {
                schedule = fresh
            } else {
                delay = schedule.failed() ?? refresh ?? Self.delayAfterRetries
            }
            await clocks.wait(for: asked, after: seen, until: delay.map { clocks.sinceBoot + $0 })
            if asked.count > seen { schedule = fresh }
        }
    }
}
