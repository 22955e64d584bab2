import EventSchema
import EventSupport

extension JSONNumber {
    /// Reads a plain scalar of YAML, or `nil` when it is not a number.
    ///
    /// Numbers are those of version 3 of js-yaml, which jsonschema-tools uses: those of JSON, also with `+` in front,
    /// and without digits in front of the point or behind it, as in `1.e-7`. What another reader takes for a text or
    /// for another number is a text, such as `007`, `-.5` and `1_000`.
    init?(inYAML text: String) {
        // Most scalars are words: an expression would cost more than all else that is read of them.
        guard let first = text.utf8.first, "+-.0123456789".utf8.contains(first) else { return nil }
        if let number = JSONNumber(literal: text) {
            self = number
        } else {
            guard let literal = Self.literal(inYAML: text) else { return nil }
            self.init(literal: literal)
        }
    }

    private static let fraction = SharedExpression(/\.[0-9]+(?:[eE][-+]?[0-9]+)?/)
    private static let number = SharedExpression(/(?:\+|(-))?([0-9]+)(\.[0-9]*)?([eE][-+]?[0-9]+)?/)

    /// The spelling in JSON of a number that is spelled as YAML alone allows.
    private static func literal(inYAML text: String) -> String? {
        if text.wholeMatch(of: fraction.regex) != nil { return "0" + text }
        guard let parts = text.wholeMatch(of: number.regex)?.output else {
            return nil
        }
        let fraction = parts.3 == "." ? "" : parts.3 ?? ""
        return "\(parts.1 ?? "")\(parts.2)\(fraction)\(parts.4 ?? "")"
    }
}
