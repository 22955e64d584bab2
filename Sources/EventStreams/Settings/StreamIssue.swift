/// Something in the settings of a stream, an experiment or an instrument that is wrong or worth knowing, and where it stands.
public struct StreamIssue: Sendable, Hashable, CustomStringConvertible {
    /// The key of the stream's entry: its name, or its pattern. For experiments and instruments, their name.
    public let stream: String
    /// The way to the setting, its steps joined by dots, such as `sample.rate` or `topics[1]`. Empty for the whole
    /// entry.
    public let path: String
    /// What is wrong and what would be right.
    public let message: String

    /// Stream, path and message in one line.
    public var description: String { path.isEmpty ? "\(stream): \(message)" : "\(stream): \(path): \(message)" }
}

/// A stream that is left out because its settings cannot be trusted, and every reason why.
public struct QuarantinedStream: Sendable, Hashable {
    /// The key of the stream's entry: its name, or its pattern.
    public let name: String
    /// What is broken; at least one.
    public let issues: [StreamIssue]
}

/// Why a document is not a configuration response at all.
public struct StreamConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of document it was instead.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The API refused the request and says why in ``StreamConfigurationError/message``.
        case refused
        /// The document is no JSON object.
        case notAnObject
        /// The document has no `streams` member.
        case streamsMissing
        /// The `streams` member is neither an object nor an empty list.
        case streamsNotAnObject
        /// The document, which should list experiments or instruments, is no list.
        case notAList
    }

    /// What kind of document it was instead.
    public let code: Code
    /// What was found, for a person to read.
    public let message: String
    /// The API's own error code, such as `badvalue`; `nil` unless ``code`` is ``Code/refused``.
    public let apiCode: String?

    /// What was found, for a person to read.
    public var description: String { message }

    init(_ code: Code, _ message: String, apiCode: String? = nil) {
        self.code = code
        self.message = message
        self.apiCode = apiCode
    }
}
