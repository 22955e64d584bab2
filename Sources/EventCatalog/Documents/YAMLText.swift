import EventSupport

/// A YAML text for the parser, with a character that has no meaning in YAML in place of every `*`.
///
/// The parser would put a copy of the anchored value in place of each alias, and compare such copies where they are
/// names: a few lines would take hours. As plain scalars, aliases are found in the tree and resolved within bounds.
/// Positions are those of the original text.
struct YAMLText {
    /// The text for the parser.
    let marked: String
    /// The character in place of `*`; `nil` when the text has no `*`.
    private let star: Unicode.Scalar?
    /// What was in the text in place of each character that was put there.
    private let originals: [Unicode.Scalar: Unicode.Scalar]

    /// - Returns: `nil` when the bytes are not UTF-8.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        guard bytes.contains(UInt8(ascii: "*")) else {
            (marked, star, originals) = (text, nil, [:])
            return
        }
        var characters = Self.charactersWithoutUse(in: text)
        let star = characters.next()
        self.star = star
        originals = star.map { [$0: "*"] } ?? [:]
        marked = star.map { star in text.mappingScalars { $0 == "*" ? star : $0 } } ?? text
    }

    /// The position of the first byte that is not UTF-8.
    static func firstInvalid(in bytes: [UInt8]) -> TextPosition {
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&rest) { offset += UTF8.width(scalar) }
        return TextPosition(of: offset, in: bytes)
    }

    private init(marked: String, star: Unicode.Scalar?, originals: [Unicode.Scalar: Unicode.Scalar]) {
        (self.marked, self.star, self.originals) = (marked, star, originals)
    }

    /// The text with a different character in each name of a member, in place of its last letter or digit.
    ///
    /// The parser ends at a map that has a name twice. In this text there is none, so that it reads the whole; names
    /// are compared once they are restored. A name that has no letter or digit, or is behind an anchor or a tag on its
    /// own, stays as it is.
    func withDistinctNames() -> YAMLText {
        var scalars = Array(marked.unicodeScalars)
        var originals = originals
        var characters = Self.charactersWithoutUse(in: marked)
        for colon in scalars.indices where scalars[colon] == ":" {
            guard let place = scalars.placeInName(before: colon), let character = characters.next() else { continue }
            originals[character] = scalars[place]
            scalars[place] = character
        }
        return YAMLText(
            marked: String(String.UnicodeScalarView(scalars)), star: star, originals: originals)
    }

    /// The characters for private use, which YAML allows, and which the text does not have.
    private static func charactersWithoutUse(in text: String) -> some IteratorProtocol<Unicode.Scalar> {
        let ranges: [ClosedRange<UInt32>] = [0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD]
        let present = Set(text.unicodeScalars.lazy.filter { $0.properties.generalCategory == .privateUse }.map(\.value))
        return ranges.lazy.joined().filter { !present.contains($0) }.compactMap(Unicode.Scalar.init).makeIterator()
    }

    /// The text of a scalar, or of a message, as it was written.
    func restored(_ text: String) -> String {
        guard !originals.isEmpty, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return text.mappingScalars { originals[$0] ?? $0 }
    }

    /// The name behind the `*` of an alias; `nil` when the text is not an alias.
    func alias(in plainScalar: String) -> String? {
        guard let star, plainScalar.unicodeScalars.first == star else { return nil }
        return restored(String(plainScalar.unicodeScalars.dropFirst()))
    }
}

extension String {
    fileprivate func mappingScalars(_ transform: (Unicode.Scalar) -> Unicode.Scalar) -> String {
        var result = String.UnicodeScalarView()
        result.append(contentsOf: unicodeScalars.map(transform))
        return String(result)
    }
}

extension [Unicode.Scalar] {
    /// The position of the last letter or digit of the name in front of a colon; `nil` where there is no such name.
    fileprivate func placeInName(before colon: Int) -> Int? {
        let quotes: Set<Unicode.Scalar> = ["\"", "'"]
        let ends: Set<Unicode.Scalar> = [" ", "\t", "\r", "\n", ",", "[", "]", "{", "}"]
        guard var end = self[..<colon].lastIndex(where: { $0 != " " && $0 != "\t" }) else { return nil }
        let isQuoted = quotes.contains(self[end])
        let next = indices.contains(colon + 1) ? self[colon + 1] : "\n"
        guard isQuoted || ends.contains(next) else { return nil }
        if isQuoted { end -= 1 }
        guard end >= 0 else { return nil }
        let start = self[...end].lastIndex { ends.contains($0) || quotes.contains($0) }.map { $0 + 1 } ?? 0
        let word = self[start..<(end + 1)]
        // An anchor or a tag may have few characters, and an escape has its own meaning.
        guard let first = word.first, first != "&", first != "!", !word.suffix(12).contains("\\") else { return nil }
        return word.lastIndex { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }
}
