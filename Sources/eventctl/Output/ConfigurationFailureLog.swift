import EventPlatform
import Logging

/// The log of a client that a user waits for: writes to standard error at once why configurations cannot be fetched, so
/// that a wrong address is known before the deadline. The client logs each reason once.
struct ConfigurationFailureLog: LogHandler {
    /// The kind of diagnostic that is written.
    static let kind = Diagnostic.Kind.configurationUnavailable

    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let values = event.metadata ?? [:]
        guard values[ClientLog.Key.kind.rawValue] == .string(Self.kind.rawValue),
            case .string(let detail)? = values[ClientLog.Key.detail.rawValue]
        else { return }
        Output.errorLine("\(Self.kind.rawValue): \(detail)")
    }
}
