import Logging

/// The intake's log: constant messages, and what varies in the metadata. No line holds a value of an event's field.
struct IntakeLog: Sendable {
    /// The keys of the metadata.
    enum Key: String {
        /// The number of events of a request.
        case eventCount = "event-platform.intake.event.count"
        /// Why something failed.
        case failure = "event-platform.intake.failure"
        /// A problem in the served files, with file, line and column first; or what is served after an edit.
        case notice = "event-platform.intake.notice"
    }

    let logger: Logger

    /// Events were rejected with an error, since a sink or the store failed.
    func eventsNotStored(_ count: Int, _ failure: any Error) {
        logger.error("events not stored", metadata: Self.named([.eventCount: "\(count)", .failure: "\(failure)"]))
    }

    /// A query got an error response, since the store failed.
    func queryFailed(_ failure: any Error) {
        logger.error("query failed", metadata: Self.named([.failure: "\(failure)"]))
    }

    func notice(_ text: String) { logger.warning("notice about served files", metadata: Self.named([.notice: text])) }

    private static func named(_ metadata: [Key: String]) -> Logger.Metadata {
        Logger.Metadata(uniqueKeysWithValues: metadata.map { ($0.key.rawValue, .string($0.value)) })
    }
}
