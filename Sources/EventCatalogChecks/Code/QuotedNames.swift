import EventSupport

/// A text in quotes in source code that consists of the characters of stream names.
struct QuotedName: Sendable {
    /// The text without its quotes.
    let text: String
    /// The position of the text in the file.
    let position: TextPosition
    /// Whether the code before it marks it as the name of a stream, as `stream: "…"` and `submitClick('…'` do, and
    /// `: Self = "…"` in an extension of `Stream`. In a comment nothing does.
    let isStream: Bool
}

/// Finds quoted names in the bytes of source code, whatever its language.
struct QuotedNames {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private static let quotes = Set(#""'`"#.utf8)
    private static let backslash = UInt8(ascii: "\\")

    /// All quoted names, in order.
    ///
    /// - Complexity: linear in the number of bytes.
    var all: [QuotedName] {
        var names: [QuotedName] = []
        var (start, line, column) = (0, 1, 1)
        var type: SourceType?
        while start < bytes.count {
            if column == 1 { type = SourceType(onLine: bytes[start...].prefix(Self.maximumLookBehind)) ?? type }
            let name = text(behind: start)
            if let name {
                names.append(
                    QuotedName(
                        text: String(decoding: name, as: UTF8.self),
                        position: TextPosition(line: line, column: column + 1),
                        isStream: followsNameOfStream(start, in: type) && !isInComment(start)))
            }
            // The characters of names have one byte each, and none of them ends a line.
            let end = name.map { $0.endIndex + 1 } ?? start + 1
            if bytes[start] == UInt8(ascii: "\n") { (line, column) = (line + 1, 0) }
            column += bytes[start] & 0xC0 == 0x80 ? 0 : end - start
            start = end
        }
        return names
    }

    /// The characters of a name between a quote and the next one; `nil` where there is no quote, or other text behind
    /// it.
    private func text(behind quote: Int) -> ArraySlice<UInt8>? {
        guard Self.quotes.contains(bytes[quote]) else { return nil }
        let end = bytes[(quote + 1)...].firstIndex { !Self.isNameCharacter($0) } ?? bytes.count
        guard end > quote + 1, isQuote(at: end, closing: bytes[quote]) else { return nil }
        return bytes[(quote + 1)..<end]
    }

    /// Whether the text ends here. A quote within a text of another language has a backslash.
    private func isQuote(at offset: Int, closing quote: UInt8) -> Bool {
        let place = offset < bytes.count && bytes[offset] == Self.backslash ? offset + 1 : offset
        return place < bytes.count && bytes[place] == quote
    }

    /// Whether a quote follows a word for the name of a stream, with signs such as `:`, `=`, `=>` or `(`
    /// between them. `Self` is one where it is the type of streams.
    private func followsNameOfStream(_ quote: Int, in type: SourceType?) -> Bool {
        let limit = max(0, quote - Self.maximumLookBehind)
        var end = quote
        var signs: Set<UInt8> = []
        while end > limit, Self.isBetween(bytes[end - 1]) {
            end -= 1
            signs.insert(bytes[end])
        }
        var start = end
        while start > limit, Self.isWordCharacter(bytes[start - 1]) { start -= 1 }
        let word = String(decoding: bytes[start..<end], as: UTF8.self)
        if Self.calls.contains(word) { return signs.contains(UInt8(ascii: "(")) }
        let name = word == "Self" ? type?.extended ?? word : word
        return !signs.isDisjoint(with: Self.assignments) && Self.isNameOfStream(name)
    }

    /// Whether the line of a byte begins as a comment does.
    private func isInComment(_ offset: Int) -> Bool {
        let preceding = bytes[max(0, offset - Self.maximumLookBehind)..<offset]
        let start = preceding.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? preceding.startIndex
        let line = bytes[start..<offset].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return Self.comments.contains { line.starts(with: $0.utf8) }
    }

    /// How a line that is a comment begins.
    private static let comments = ["//", "/*", "* ", "# ", "<!--"]

    /// The maximum number of bytes before a quote that are read.
    private static let maximumLookBehind = 200
    private static let assignments = Set(":=(".utf8)
    /// Functions whose first argument is a stream, in clients of this kind.
    private static let calls: Set = ["submitClick", "submitInteraction"]

    /// `stream`, `eventStream`, `search_stream`, each also with `Name` or `_name` behind it; not `upstream`.
    private static func isNameOfStream(_ word: String) -> Bool {
        let ending = ["Name", "_name", "_NAME"].first(where: word.hasSuffix) ?? ""
        let stem = word.dropLast(ending.count)
        return stem.lowercased() == "stream" || ["Stream", "_stream", "_STREAM"].contains(where: stem.hasSuffix)
    }

    private static func isWordCharacter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            || byte == UInt8(ascii: "_")
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        isWordCharacter(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    /// White space, signs, the quotes of a key in front of them, and the `@` of a text of Objective-C.
    private static func isBetween(_ byte: UInt8) -> Bool { betweenCharacters.contains(byte) }

    private static let betweenCharacters = Set(" \t\r\n:=>(@\\\"'`".utf8)
}
