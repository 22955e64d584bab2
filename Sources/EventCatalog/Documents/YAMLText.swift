/// A YAML text for the parser, with a character that has no meaning in YAML in place of every `*`.
///
/// The parser would put a copy of the anchored value in place of each alias, and compare such copies where they are
/// names: a few lines would take hours. As plain scalars, aliases are found in the tree and resolved within bounds.
/// Positions are those of the original text.
struct YAMLText {
    /// The text for the parser.
    let marked: String
    /// The character in place of `*`; `nil` when the text has no `*`.
    private let mark: Unicode.Scalar?

    /// - Returns: `nil` when the bytes are not UTF-8.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        guard bytes.contains(UInt8(ascii: "*")) else {
            (marked, mark) = (text, nil)
            return
        }
        // The private use area of the basic plane, whose characters YAML allows.
        let privateUse: ClosedRange<UInt32> = 0xE000...0xF8FF
        let present = Set(text.unicodeScalars.lazy.map(\.value).filter(privateUse.contains))
        let mark = privateUse.first { !present.contains($0) }.flatMap(Unicode.Scalar.init)
        self.mark = mark
        marked = mark.map { Self.replacing("*", with: $0, in: text) } ?? text
    }

    /// The text of a scalar, or of a message, as it was written.
    func restored(_ text: String) -> String {
        guard let mark, text.unicodeScalars.contains(mark) else { return text }
        return Self.replacing(mark, with: "*", in: text)
    }

    /// The name behind the `*` of an alias; `nil` when the text is no alias.
    func alias(in plainScalar: String) -> String? {
        guard let mark, plainScalar.unicodeScalars.first == mark else { return nil }
        return restored(String(plainScalar.unicodeScalars.dropFirst()))
    }

    private static func replacing(_ old: Unicode.Scalar, with new: Unicode.Scalar, in text: String) -> String {
        var result = String.UnicodeScalarView()
        result.append(contentsOf: text.unicodeScalars.lazy.map { $0 == old ? new : $0 })
        return String(result)
    }
}
