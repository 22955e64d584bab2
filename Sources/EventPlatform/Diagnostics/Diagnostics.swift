import EventSupport
package import Logging

/// A report to the developer: what happened, where, and how to mend it. Holds no values of events.
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of diagnostics; fixed texts, fit as a metric label.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Stream configurations could not be fetched or read.
        case configurationUnavailable
        /// One stream's configuration is broken and set aside, or a part of it is unknown.
        case streamConfiguration
        /// The store could not be opened, read or written.
        case store
        /// A schema could not be had or compiled.
        case schema
        /// An event does not follow its schema.
        case invalidEvent
        /// An event could not be written as JSON, or a call made no sense, such as one with a stream's name that no
        /// stream configuration has.
        case misuse
        /// The intake did not take a batch.
        case delivery
        /// No intake takes events at the URL of a destination: it answers 404 or 405. Correct the URL.
        case noIntake
    }

    /// What kind of thing happened.
    public let kind: Kind
    /// What happened, where, and how to mend it.
    public let message: String

    /// The kind and the message.
    public var description: String { "\(kind.rawValue): \(message)" }
}

/// Collects diagnostics: each goes to the log once, and the latest are kept for whoever asks.
package final class Diagnostics: Sendable {
    private struct State {
        var recent: [Diagnostic] = []
        var seen: Set<Diagnostic> = []
    }
    private let state = Locked(State())
    /// Where diagnostics go, once each, and the steps of the client's work.
    let log: ClientLog

    /// How many are kept, and how many different ones are remembered so as not to be logged twice.
    static let capacity = 256

    /// Creates an empty collection that writes to a log.
    package init(logger: Logger) { log = ClientLog(logger) }

    /// The latest diagnostics, oldest first.
    package var recent: [Diagnostic] { state.withLock { $0.recent } }

    /// Keeps a diagnostic, and logs it with the metadata, such as the id of a batch, if it is new.
    func report(_ kind: Diagnostic.Kind, _ message: String, _ metadata: ClientLog.Metadata = [:]) {
        let diagnostic = Diagnostic(kind: kind, message: message)
        let isNew = state.withLock { state in
            if state.seen.count >= Self.capacity { state.seen.removeAll() }
            guard state.seen.insert(diagnostic).inserted else { return false }
            if state.recent.count == Self.capacity { state.recent.removeFirst() }
            state.recent.append(diagnostic)
            return true
        }
        if isNew { log.log(diagnostic, metadata) }
    }
}
