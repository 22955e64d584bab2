import EventSupport
package import Logging

/// A report to the developer: what happened, where, and how to correct it. Contains no values of events.
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of diagnostics; fixed texts, fit as a metric label.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Stream configurations, experiments, instruments or a remote configuration could not be fetched or read.
        case configurationUnavailable
        /// The configuration of a stream is broken and not used, or a part of it is unknown.
        case streamConfiguration
        /// A part of a remote configuration document cannot be used.
        case remoteConfiguration
        /// The store could not be opened, read or written.
        case store
        /// A schema could not be fetched, read or compiled.
        case schema
        /// An event does not follow its schema.
        case invalidEvent
        /// An event could not be encoded as JSON; a call was not valid, such as one with a stream name that no stream
        /// configuration has; an attribute of the app's own cannot have its value; or a setting does not suit the
        /// platform.
        case misuse
        /// A delivery did not succeed, or only in part: the intake did not accept a batch or its encoding, a request
        /// was cancelled, no URL is set, or no request can hold an event.
        case delivery
        /// No intake accepts events at the URL of a destination: it responds with 404 or 405. Correct the URL.
        case noIntake
    }

    /// The kind of diagnostic.
    public let kind: Kind
    /// What happened, where, and how to correct it, in one line: a control character, as in the name of a stream, is a
    /// space.
    public let message: String

    init(kind: Kind, message: String) {
        self.kind = kind
        let isLine = message.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        self.message = isLine ? message : String(message.map { $0.isNewline || $0.isControl ? " " : $0 })
    }

    /// The kind and the message.
    public var description: String { "\(kind.rawValue): \(message)" }
}

extension Character {
    fileprivate var isControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}

/// Collects diagnostics: the latest are kept for ``EventPlatformClient/diagnostics``. Each is logged, and is not logged
/// again while it is kept.
package final class Diagnostics: Sendable {
    private struct State {
        var recent: [Diagnostic] = []
        /// The diagnostics in ``recent``, as a set.
        var known: Set<Diagnostic> = []
    }
    /// A lock, since the core, the services and the threads that submit events all report, and the app reads.
    private let state = Locked(State())
    /// The log of the diagnostics, once each, and of the steps of each delivery.
    let log: ClientLog

    /// The maximum number of diagnostics that are kept.
    static let capacity = 256

    /// Creates an empty collection that writes to a log.
    package init(logger: Logger) { log = ClientLog(logger) }

    /// Creates an empty collection that writes to no log.
    package convenience init() { self.init(logger: Logger(label: "none") { _ in SwiftLogNoOpLogHandler() }) }

    /// The latest diagnostics, oldest first.
    package var recent: [Diagnostic] { state.withLock { $0.recent } }

    /// Keeps a diagnostic, and logs it with the metadata, such as the id of a batch, unless it is kept already.
    func report(_ kind: Diagnostic.Kind, _ message: String, _ metadata: ClientLog.Metadata = [:]) {
        let diagnostic = Diagnostic(kind: kind, message: message)
        let isNew = state.withLock { state in
            guard state.known.insert(diagnostic).inserted else { return false }
            if state.recent.count == Self.capacity { state.known.remove(state.recent.removeFirst()) }
            state.recent.append(diagnostic)
            return true
        }
        if isNew { log.log(diagnostic, metadata) }
    }
}
