import EventSupport

/// A parsed `Content-Type`.
struct ContentType {
    /// The media type without parameters, in lower case.
    let mediaType: String
    /// The parameter `charset`, in lower case and without quotation marks; `nil` without one.
    let charset: String?

    /// Whether events are read from a body of this type. Beacons send `text/plain`.
    var holdsEvents: Bool { ["application/json", "text/plain", "application/reports+json"].contains(mediaType) }

    /// Reads the field as it is meant: malformed parameters are ignored.
    init(_ field: String) {
        let parts = field.lowercased().split(separator: ";", omittingEmptySubsequences: false)
            .map { $0.filter { $0 != " " } }
        mediaType = parts.first ?? ""
        charset = parts.dropFirst().first { $0.hasPrefix("charset=") }
            .map { $0.dropFirst("charset=".count).filter { $0 != "\"" } }
    }

    /// Reads the field as the parsers of the existing intake do; `nil` when any part of it is malformed, such as a
    /// semicolon at the end.
    init?(strictly field: String) {
        guard let end = field.firstIndex(of: ";") else {
            (mediaType, charset) = (Self.type(field), nil)
            return
        }
        var rest = field[end...]
        var charset: String?
        while !rest.isEmpty {
            guard let parameter = rest.prefixMatch(of: Self.parameter.regex) else { return nil }
            if parameter.1.lowercased() == "charset" { charset = Self.unquoted(parameter.2) }
            rest = rest[parameter.range.upperBound...]
        }
        (mediaType, self.charset) = (Self.type(field[..<end]), charset)
    }

    /// A name and its value, a token or a quoted text (RFC 9110 §5.6.6).
    private static let parameter = SharedExpression(
        /; *([!#-'*+\-.0-9A-Z^-z|~]+) *= *("(?:[^"\\]|\\.)*"|[!#-'*+\-.0-9A-Z^-z|~]+) */)
    private static let escape = SharedExpression(/\\(.)/)

    private static func type(_ text: some StringProtocol) -> String {
        let inner = text.drop { $0 == " " }
        return inner.prefix { $0 != " " }.lowercased()
    }

    private static func unquoted(_ value: Substring) -> String {
        guard value.hasPrefix("\"") else { return value.lowercased() }
        return value.dropFirst().dropLast().replacing(Self.escape.regex) { $0.1 }.lowercased()
    }
}
