import EventPlatform
import Logging

/// The log of a client that a user waits for: writes to standard error at once why configurations cannot be fetched or
/// events cannot be delivered, so that a wrong address is known before the deadline. The client logs each reason once.
struct FailureLog: LogHandler {
    /// The kinds of diagnostics that are written.
    static let kinds: [Diagnostic.Kind] = [.configurationUnavailable, .delivery]

    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let values = event.metadata ?? [:]
        guard case .string(let kind)? = values[ClientLog.Key.kind.rawValue],
            Self.kinds.contains(where: { $0.rawValue == kind }),
            case .string(let detail)? = values[ClientLog.Key.detail.rawValue]
        else { return }
        Output.errorLine("\(kind): \(detail)")
    }
}
