package import Logging

/// The intake's log: constant messages, and what varies in the metadata. No line holds a value of an event's field.
///
/// What every request may fail with has a line a minute. Copies share the counts of failures.
package struct IntakeLog: Sendable {
    /// The keys of the metadata.
    package enum Key: String {
        /// The number of events that were not stored since the last line about them.
        case eventCount = "event-platform.intake.event.count"
        /// Why something failed.
        case failure = "event-platform.intake.failure"
        /// A problem in the served files, with file, line and column first; or what is served after an edit.
        case notice = "event-platform.intake.notice"
        /// The number of requests that failed or were refused since the last line about them.
        case requestCount = "event-platform.intake.request.count"
    }

    let logger: Logger
    private let unstored: FailureSummary
    private let failedQueries: FailureSummary
    private let refusedRequests: FailureSummary
    private let refusedWaits: FailureSummary

    /// - Parameters:
    ///   - logger: takes the lines.
    ///   - now: the time on a clock that is never set back. The default is the continuous clock.
    package init(logger: Logger, now: @escaping @Sendable () -> Duration = Self.uptime()) {
        self.logger = logger
        unstored = FailureSummary(now: now)
        failedQueries = FailureSummary(now: now)
        refusedRequests = FailureSummary(now: now)
        refusedWaits = FailureSummary(now: now)
    }

    /// Events were rejected with an error, since a sink or the store failed.
    func eventsNotStored(_ count: Int, _ failure: any Error) {
        guard let count = unstored.failed(count) else { return }
        logger.error("events not stored", metadata: Self.named([.failure: "\(failure)"], count: (.eventCount, count)))
    }

    /// Events were stored.
    func eventsStored() {
        guard let count = unstored.ended() else { return }
        logger.warning("events are stored again", metadata: Self.named([:], count: (.eventCount, count)))
    }

    /// A request with events was refused, since a sink takes none for now.
    func requestRefused(_ reason: SinkUnavailable) {
        guard let count = refusedRequests.failed() else { return }
        logger.error("requests refused", metadata: Self.named([.failure: "\(reason)"], count: (.requestCount, count)))
    }

    /// A query got an error response, since the store failed.
    func queryFailed(_ failure: any Error) {
        guard let count = failedQueries.failed() else { return }
        logger.error("query failed", metadata: Self.named([.failure: "\(failure)"], count: (.requestCount, count)))
    }

    /// A feed or a query with `wait` was refused, since as many as allowed are open.
    func waitRefused() {
        guard let count = refusedWaits.failed() else { return }
        logger.warning(
            "too many open feeds and waiting queries", metadata: Self.named([:], count: (.requestCount, count)))
    }

    /// Something is to be said about the served files. Each line of the text is a message.
    package func notice(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            logger.warning("notice about served files", metadata: Self.named([.notice: String(line)]))
        }
    }

    private static func named(_ metadata: [Key: String], count: (key: Key, value: Int)? = nil) -> Logger.Metadata {
        var named = Logger.Metadata(uniqueKeysWithValues: metadata.map { ($0.key.rawValue, .string($0.value)) })
        if let count { named[count.key.rawValue] = .stringConvertible(count.value) }
        return named
    }

    package static func uptime() -> @Sendable () -> Duration {
        let start = ContinuousClock.now
        return { start.duration(to: .now) }
    }
}
