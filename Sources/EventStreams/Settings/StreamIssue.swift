/// A mistake in the settings of a stream, an experiment or an instrument, with the path of the setting.
public struct StreamIssue: Sendable, Hashable, CustomStringConvertible {
    /// The key of the stream's entry: its name, or its pattern. For experiments and instruments, their name.
    public let stream: String
    /// The names of members and the numbers of elements that lead to the setting, such as `sample`, `rate`. Empty for
    /// the whole entry.
    public let path: [String]
    /// What is wrong and what is allowed.
    public let message: String

    /// The path as a text, such as `sample.rate` or `topics[1]`. Empty for the whole entry.
    public var setting: String { path.settingText }

    /// Setting and message in one line, without the stream.
    package var text: String { path.isEmpty ? message : "\(setting) \(message)" }

    /// Stream, setting and message in one line.
    public var description: String { path.isEmpty ? "\(stream): \(message)" : "\(stream): \(setting): \(message)" }
}

/// A stream that is not used because its settings are broken, with every reason.
public struct QuarantinedStream: Sendable, Hashable {
    /// The key of the stream's entry: its name, or its pattern.
    public let name: String
    /// The mistakes; at least one.
    public let issues: [StreamIssue]
    /// Mistakes beside ``issues`` that do not put the stream out of use, such as a malformed `sample`.
    public let remarks: [StreamIssue]
}

/// The error for a document that is not a response with configurations.
public struct StreamConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The document is an error of the API, whose reason is in ``StreamConfigurationError/message``.
        case refused
        /// The document is not a JSON object.
        case notAnObject
        /// The document has no `streams` member.
        case streamsMissing
        /// The `streams` member is neither an object nor an empty list.
        case streamsNotAnObject
        /// The document must be a list of experiments or instruments and is not a list.
        case notAList
    }

    /// The kind of error.
    public let code: Code
    /// The reason, as a sentence.
    public let message: String
    /// The API's own error code, such as `badvalue`; `nil` unless ``code`` is ``Code/refused``.
    public let apiCode: String?

    /// The message.
    public var description: String { message }

    init(_ code: Code, _ message: String, apiCode: String? = nil) {
        self.code = code
        self.message = message
        self.apiCode = apiCode
    }
}
