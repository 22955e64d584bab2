extension JSONValue {
    /// Reads one JSON value from UTF-8 bytes (RFC 8259).
    ///
    /// A byte order mark at the start is skipped. Refused, with the byte offset: repeated names in an object, halves of
    /// surrogate pairs, invalid UTF-8, anything after the value, nesting deeper than `maximumDepth`, exponents beyond
    /// ±1 000, and everything else that RFC 8259 does not allow.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - maximumDepth: how many arrays and objects may be nested; 512 unless given. More than a few thousand may
    ///     exhaust the stack of a background thread.
    /// - Throws: ``JSONParseError``.
    /// - Complexity: linear in the number of bytes.
    public init(parsing bytes: [UInt8], maximumDepth: Int = JSONValue.defaultMaximumDepth) throws(JSONParseError) {
        self.init(try JSON(parsing: bytes, options: .init(maximumDepth: maximumDepth)))
    }

    /// Reads one JSON value from UTF-8 bytes as JavaScript does, for documents of other programs in which one mistake
    /// must not prevent the reading of the rest: of a repeated name the last value counts, at the first's position, and
    /// half of a surrogate pair is kept. Everything else is as in ``init(parsing:maximumDepth:)-([UInt8],_)``.
    ///
    /// A string of Swift cannot hold half of a surrogate pair. It is represented by U+001A and U+100000 + the half, and
    /// written as the escape that it was: `\ud83e`.
    ///
    /// - Throws: ``JSONParseError``.
    public init(parsingLeniently bytes: [UInt8]) throws(JSONParseError) {
        self.init(try JSON(parsing: bytes, options: .lenient))
    }

    /// Reads one JSON value from a text, as ``init(parsing:maximumDepth:)-([UInt8],_)`` does.
    ///
    /// ```swift
    /// let event = try JSONValue(parsing: #"{"page": {"title": "Molen", "id": 48213}}"#)
    /// event["page"]?["title"]?.string  // "Molen"
    /// ```
    public init(parsing text: some StringProtocol, maximumDepth: Int = JSONValue.defaultMaximumDepth)
        throws(JSONParseError)
    {
        try self.init(parsing: Array(text.utf8), maximumDepth: maximumDepth)
    }

    /// The maximum depth of nested arrays and objects unless a caller gives another: 512.
    public static var defaultMaximumDepth: Int { 512 }

    /// Whether the bytes are one JSON value that ``init(parsing:maximumDepth:)-([UInt8],_)`` takes.
    static func isWellFormed(_ bytes: [UInt8]) -> Bool {
        let result = Result { () throws(JSONParseError) in try JSON(parsing: bytes) }
        if case .success = result { return true } else { return false }
    }
}
