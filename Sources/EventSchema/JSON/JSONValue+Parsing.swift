extension JSONValue {
    /// Reads one JSON value from UTF-8 bytes (RFC 8259).
    ///
    /// A byte order mark at the start is skipped. Refused, with the byte offset: repeated names in an object, halves of
    /// surrogate pairs, invalid UTF-8, anything after the value, nesting deeper than `maximumDepth`, exponents beyond
    /// ±1 000 000 000, and everything else that RFC 8259 does not allow.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - maximumDepth: how many arrays and objects may be nested; 512 unless given. More than a few thousand may
    ///     exhaust the stack of a background thread.
    /// - Throws: ``JSONParseError``.
    /// - Complexity: linear in the number of bytes.
    public init(parsing bytes: [UInt8], maximumDepth: Int = JSONValue.defaultMaximumDepth) throws(JSONParseError) {
        let result: Result<JSONValue, JSONParseError> = bytes.withUnsafeBufferPointer { buffer in
            Self.parse(buffer, maximumDepth: maximumDepth)
        }
        self = try result.get()
    }

    /// Reads one JSON value from UTF-8 bytes as JavaScript does, for documents of other programs in which one mistake
    /// must not prevent the reading of the rest: of a repeated name the last value counts, at the first's position, and
    /// half of a surrogate pair is kept. Everything else is as in ``init(parsing:maximumDepth:)-([UInt8],_)``.
    ///
    /// A string of Swift cannot hold half of a surrogate pair. It is represented by U+001A and U+100000 + the half, and
    /// ``JSONWriter`` writes it as the escape that it was: `\ud83e`.
    ///
    /// - Throws: ``JSONParseError``.
    public init(parsingLeniently bytes: [UInt8]) throws(JSONParseError) {
        let result = bytes.withUnsafeBufferPointer { buffer in
            Self.parse(buffer, maximumDepth: Self.defaultMaximumDepth, isLenient: true)
        }
        self = try result.get()
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
        bytes.withUnsafeBufferPointer { buffer in
            if case .success = parse(buffer, maximumDepth: defaultMaximumDepth) { true } else { false }
        }
    }

    private static func parse(
        _ buffer: UnsafeBufferPointer<UInt8>, maximumDepth: Int, isLenient: Bool = false
    ) -> Result<JSONValue, JSONParseError> {
        Result { () throws(JSONParseError) in
            var parser = JSONParser(bytes: buffer, remainingDepth: maximumDepth, isLenient: isLenient)
            return try parser.parseDocument()
        }
    }
}

extension JSONNumber {
    /// Reads text that is one JSON number and nothing else, white space included.
    static func parse(_ text: String) -> Result<JSONNumber, JSONParseError> {
        text.withUTF8Bytes { buffer in
            Result { () throws(JSONParseError) in
                var parser = JSONParser(bytes: buffer, remainingDepth: 0)
                return try parser.parseLoneNumber()
            }
        }
    }
}
