import EventSchema

/// JSON as MediaWiki's API prints it: on one line, without blanks, as PHP's `json_encode` does with
/// `JSON_UNESCAPED_SLASHES` and `JSON_UNESCAPED_UNICODE`.
///
/// Slashes and characters beyond ASCII are not escaped, except U+2028 and U+2029, which older JavaScript takes for line
/// ends. Numbers are as written, digit by digit.
enum APIText {
    /// The bytes of a value, which end with a line end.
    static func bytes(of value: JSONValue) -> [UInt8] {
        let json = value.jsonBytes
        var bytes: [UInt8] = []
        bytes.reserveCapacity(json.count + 1)
        var rest = json[...]
        while let byte = rest.first {
            let length = byte == UInt8(ascii: "\\") ? 2 : 1
            if let (text, replaced) = replacement(at: rest, byte) {
                bytes += text.utf8
                rest = rest.dropFirst(replaced)
            } else {
                bytes += rest.prefix(length)
                rest = rest.dropFirst(length)
            }
        }
        return bytes + [UInt8(ascii: "\n")]
    }

    /// PHP's text for the bytes that begin there, and the number of these bytes.
    private static func replacement(at rest: ArraySlice<UInt8>, _ first: UInt8) -> (text: String, count: Int)? {
        guard first == UInt8(ascii: "\\") || first == 0xE2 else { return nil }
        return replacements.first { rest.starts(with: $0.json.utf8) }.map { ($0.php, $0.json.utf8.count) }
    }

    private static let replacements = [
        (json: #"\u0008"#, php: #"\b"#), (json: #"\u000c"#, php: #"\f"#), (json: "\u{2028}", php: #"\u2028"#),
        (json: "\u{2029}", php: #"\u2029"#),
    ]
}
