/// One way in which an instance breaks its schema. It never holds a value of the instance.
public struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// Where in the instance, as a JSON pointer (RFC 6901); empty for the whole.
    public let instanceLocation: String
    /// The keyword that was broken, as a JSON pointer along the way taken through the schema, `$ref`s included.
    public let keywordLocation: String
    /// The keyword that was broken, as a URI without any `$ref` in between; `nil` when the schema has no URI.
    public let absoluteKeywordLocation: String?
    /// What is wrong, in words: the schema's limits, types and lengths, never the value itself.
    public let message: String
    /// The limit of ``Schema/Limits`` that a validation would exceed, such as `maximumDepth`: whether the instance is
    /// valid is not known. `nil` when a keyword was broken.
    public let exceededLimit: String?

    /// Creates a finding.
    public init(
        instanceLocation: String, keywordLocation: String, absoluteKeywordLocation: String?, message: String,
        exceededLimit: String? = nil
    ) {
        self.instanceLocation = instanceLocation
        self.keywordLocation = keywordLocation
        self.absoluteKeywordLocation = absoluteKeywordLocation
        self.message = message
        self.exceededLimit = exceededLimit
    }

    /// The end of the message on a multiple that only exact arithmetic accepts.
    static let quotientIsRounded = "the intake divides doubles, and the quotient is not whole"

    /// Whether a multiple was refused since the intake divides doubles; by exact arithmetic it is one.
    package var isAboutRoundedQuotient: Bool { message.hasSuffix(Self.quotientIsRounded) }

    /// Where and what, in one line.
    public var description: String { "\(instanceLocation.isEmpty ? "/" : instanceLocation): \(message)" }
}
