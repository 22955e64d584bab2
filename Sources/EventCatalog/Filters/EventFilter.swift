/// A filter in the query language of `GET /events?q=`: texts that an event contains, and fields with their values.
///
/// ```text
/// checkout "two words"              the event, or the reason of its rejection, contains both texts
/// stream:app.* -action:click        a field has a value, * stands for any characters; - negates a term
/// action_context:* position:>=3     a field is present; a number is compared
/// action:">=3"                      a field has a text that begins like a comparison
/// action:"" label:"2 \* 3"          a field is empty; in quotation marks \* is an asterisk
/// ```
///
/// The fields ``Column`` are those of a received event. Others are paths in the event itself, such as `meta.domain`.
package struct EventFilter: Sendable, Hashable {
    /// One part of a filter. An event satisfies a filter when it satisfies every term.
    package struct Term: Sendable, Hashable {
        package let isNegated: Bool
        /// The field; `nil` for a text that the event contains.
        package let field: String?
        package let value: Value
        /// The comparison that the value is; `nil` for a text or a pattern.
        package let comparison: Comparison?
    }

    /// A value as a filter writes it.
    package struct Value: Sendable, Hashable {
        /// The texts before, between and behind the asterisks that stand for any characters.
        package fileprivate(set) var parts = [""]

        /// The value, of which an asterisk is one like other characters.
        package var plain: String { parts.joined(separator: "*") }

        /// `true` if the term is satisfied by any value.
        package var isAny: Bool { parts == ["", ""] }
    }

    /// A comparison of the number at a field with another one.
    package struct Comparison: Sendable, Hashable {
        /// The operator: `>=`, `<=`, `>` or `<`.
        package let sign: String
        package let number: Double
        /// The number if it is an integer, which a double may round.
        package let integer: Int64?
    }

    /// A field of a received event beside the event itself.
    package enum Column: String, CaseIterable {
        case stream, schema, id, test, status, valid, reason
    }

    package let terms: [Term]

    /// A filter that every event satisfies.
    package init() { terms = [] }

    /// Reads a filter.
    package init(parsing text: String) throws(EventFilterError) {
        var terms: [Term] = []
        // Scalar by scalar: a combining character belongs to no quotation mark or space.
        var rest = Substring(text).unicodeScalars
        while true {
            rest = rest.drop(while: \.properties.isWhitespace)
            guard !rest.isEmpty else { break }
            terms.append(try Term(parsing: &rest))
        }
        guard terms.count <= Self.maximumTerms else {
            throw EventFilterError("a filter may have \(Self.maximumTerms) terms, this one has \(terms.count).")
        }
        self.terms = terms
    }

    /// SQLite limits the depth of an expression.
    private static let maximumTerms = 50
}

extension EventFilter.Term {
    /// Reads the term at the start of a text that is not empty, and removes it from the text.
    fileprivate init(parsing text: inout Substring.UnicodeScalarView) throws(EventFilterError) {
        let written = String(text.prefix { !$0.properties.isWhitespace })
        isNegated = text.first == "-"
        if isNegated { text.removeFirst() }
        let first = try Self.word(&text, untilColon: true)
        var isQuoted = false
        if text.first == ":" {
            text.removeFirst()
            isQuoted = text.first == "\""
            value = try Self.word(&text, untilColon: false)
            field = first.plain
            comparison = isQuoted ? nil : try Self.comparison(of: first.plain, value.plain)
        } else {
            (field, value, comparison) = (nil, first, nil)
        }
        let isEmptyText = isQuoted && value.plain.isEmpty
        guard isEmptyText || !value.plain.isEmpty, field?.isEmpty != true else {
            throw EventFilterError("\(written) is no term. Write a text, field:value, or field:* for any value.")
        }
        try check()
    }

    /// Refuses what could match nothing.
    private func check() throws(EventFilterError) {
        guard let field else { return }
        guard !field.contains("\"") else { throw EventFilterError("a field must not contain quotation marks.") }
        let known: [String]
        switch EventFilter.Column(rawValue: field) {
        case .status: known = ["accepted", "invalid", "error"]
        case .valid: known = ["true", "false"]
        default: return
        }
        guard known.contains(value.plain) else {
            throw EventFilterError("\(field) must be \(known.joined(separator: " or ")), it is \(value.plain).")
        }
    }

    /// The comparison that a value is; `nil` when it begins with no operator.
    private static func comparison(
        of field: String, _ value: String
    ) throws(EventFilterError) -> EventFilter.Comparison? {
        guard let sign = [">=", "<=", ">", "<"].first(where: value.hasPrefix) else { return nil }
        guard EventFilter.Column(rawValue: field) == nil else {
            throw EventFilterError("\(field) has texts, which cannot be compared. \(hint(field, value))")
        }
        let text = value.dropFirst(sign.count)
        guard let number = Double(text), number.isFinite else {
            throw EventFilterError(
                "\(field) can be compared with a number only, not with “\(text)”. \(hint(field, value))")
        }
        return EventFilter.Comparison(sign: sign, number: number, integer: Int64(text))
    }

    private static func hint(_ field: String, _ value: String) -> String {
        "For the text itself, write \(field):\"\(value)\"."
    }

    /// A word up to white space, or also a colon, outside of quotation marks. Between these a backslash stands before a
    /// quotation mark, a backslash, or an asterisk that is meant as such.
    private static func word(
        _ text: inout Substring.UnicodeScalarView, untilColon: Bool
    ) throws(EventFilterError) -> EventFilter.Value {
        var word = EventFilter.Value()
        var isQuoted = false
        while let next = text.first, isQuoted || !(next.properties.isWhitespace || (untilColon && next == ":")) {
            text.removeFirst()
            switch next {
            case "\"": isQuoted.toggle()
            case "\\" where isQuoted && !text.isEmpty: word.append(text.removeFirst())
            case "*": word.parts.append("")
            default: word.append(next)
            }
        }
        guard !isQuoted else { throw EventFilterError("a quotation mark is missing at the end of \"\(word.plain).") }
        return word
    }
}

extension EventFilter.Value {
    fileprivate mutating func append(_ scalar: Unicode.Scalar) { parts[parts.count - 1].unicodeScalars.append(scalar) }
}

/// Why a text is no filter.
package struct EventFilterError: Error {
    /// The reason, as a sentence without a capital.
    package let message: String

    init(_ message: String) { self.message = message }
}
