import EventSupport
package import Logging

/// The client's log: constant messages, and what varies in the metadata. No line holds a value of an event's field, nor
/// user, password or query of a URL.
///
/// Diagnostics are logged at the level of their kind, as ``Diagnostics`` describes; each step of a delivery at `debug`,
/// under one batch id.
package struct ClientLog: Sendable {
    /// The keys of the metadata.
    package enum Key: String, CaseIterable, Sendable {
        /// The kind of a diagnostic.
        case kind = "event-platform.kind"
        /// The message of a diagnostic.
        case detail = "event-platform.detail"
        /// The service that a request is sent to.
        case destination = "event-platform.destination"
        /// The id of a batch: the same from its request to its last event's outcome.
        case batchID = "event-platform.batch.id"
        /// The number of events in a batch.
        case batchCount = "event-platform.batch.count"
        /// The number of bytes of its request before compression.
        case batchBytes = "event-platform.batch.bytes"
        /// The status of the intake's response.
        case status = "event-platform.intake.status"
        /// Why a request had no response: a ``NetworkError/Code``.
        case failure = "event-platform.intake.failure"
        /// The numbers of a batch's events that were delivered, dropped and kept.
        case delivered = "event-platform.batch.delivered"
        case dropped = "event-platform.batch.dropped"
        case kept = "event-platform.batch.kept"
    }
    package typealias Metadata = [Key: String]

    /// The steps of a delivery, as messages.
    enum Step: String {
        case batchSent = "batch sent"
        case responseReceived = "response received"
        case noResponse = "no response"
        case batchRecorded = "batch recorded"
    }

    /// A lock, since any thread logs, and a remote configuration changes the level.
    private let current: Locked<Logger>
    private var logger: Logger { current.withLock { $0 } }

    package init(_ logger: Logger) { current = Locked(logger) }

    /// Sets the lowest level that is logged.
    func set(level: Logger.Level) { current.withLock { $0.logLevel = level } }

    func debug(_ step: Step, _ metadata: @autoclosure () -> Metadata) {
        logger.debug("\(step.rawValue)", metadata: Self.named(metadata()))
    }

    func log(_ diagnostic: Diagnostic, _ metadata: Metadata) {
        let own: Metadata = [.kind: diagnostic.kind.rawValue, .detail: diagnostic.message]
        logger.log(
            level: diagnostic.kind.logLevel, diagnostic.kind.logMessage,
            metadata: Self.named(own.merging(metadata) { $1 }))
    }

    private static func named(_ metadata: Metadata) -> Logger.Metadata {
        Logger.Metadata(uniqueKeysWithValues: metadata.map { ($0.key.rawValue, .string($0.value)) })
    }
}

extension Diagnostic.Kind {
    /// `error` for the store, since events may be lost; `warning` where a developer has something to correct; `notice`
    /// where configurations could not be fetched, or a delivery did not succeed: the client tries again, or drops the
    /// event and counts it.
    fileprivate var logLevel: Logger.Level {
        switch self {
        case .store: .error
        case .streamConfiguration, .remoteConfiguration, .schema, .invalidEvent, .misuse, .noIntake: .warning
        case .configurationUnavailable, .delivery: .notice
        }
    }

    fileprivate var logMessage: Logger.Message {
        switch self {
        case .configurationUnavailable: "configuration unavailable"
        case .streamConfiguration: "stream configuration not usable"
        case .remoteConfiguration: "remote configuration not usable"
        case .store: "store failed"
        case .schema: "schema unavailable"
        case .invalidEvent: "invalid event"
        case .misuse: "misuse of the client"
        case .delivery: "delivery incomplete"
        case .noIntake: "no intake at the URL"
        }
    }
}
