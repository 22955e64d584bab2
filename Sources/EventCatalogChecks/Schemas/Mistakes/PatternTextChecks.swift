import EventCatalog
import EventSchema
import EventSchemaTools
import EventSupport

extension Rule {
    static let unanchoredPattern = Rule(
        "unanchored-pattern", .warning,
        "A pattern that seems meant for the whole text is found inside longer texts too.",
        reason: "JSON Schema searches for a pattern: [0-9]{4} also accepts “x12345”.",
        mistake: .version("year: {type: string, description: A year., maxLength: 9, pattern: '[0-9]{4}'}"),
        corrected: .version("year: {type: string, description: A year., maxLength: 9, pattern: '^[0-9]{4}$'}"))

    static let backtrackingPattern = Rule(
        "backtracking-pattern", .warning, "A pattern takes time that doubles with each character in many engines.",
        reason: "JavaScript, Java and Python go back and try again; a text of 40 characters can stop the intake.",
        mistake: .version("path: {type: string, description: A path., maxLength: 99, pattern: '^([a-z]+-?)+$'}"),
        corrected: .version("path: {type: string, description: A path., maxLength: 99, pattern: '^[a-z]+(-[a-z]+)*$'}"))

    static let foreignPattern = Rule(
        "foreign-pattern", .warning, "A pattern has syntax of another language.",
        reason: "Patterns are expressions of ECMA-262, which reads \\A, \\Z and [:alpha:] as plain characters.",
        mistake: .version("path: {type: string, description: A path., maxLength: 99, pattern: '^[a-z]+\\Z'}"),
        corrected: .version("path: {type: string, description: A path., maxLength: 99, pattern: '^[a-z]+$'}"))

    static let engineDependentPattern = Rule(
        "engine-dependent-pattern", .note, "A pattern has a construct that engines read differently, or lack.",
        reason: "The intake, apps and warehouse jobs use different engines and would not accept the same events.",
        mistake: .version("year: {type: string, description: A year., maxLength: 4, pattern: '^\\d{4}$'}"),
        corrected: .version("year: {type: string, description: A year., maxLength: 4, pattern: '^[0-9]{4}$'}"))

    static let unknownFormat = Rule(
        "unknown-format", .error, "The file that people edit has a format that the intake does not know.",
        reason: "The intake cannot use the version that is made from it, and refuses its events.",
        mistake: .made("dt: {type: string, description: A time., maxLength: 64, format: datetime}"),
        corrected: .made("dt: {type: string, description: A time., maxLength: 64, format: date-time}"))
}

/// Checks of patterns and formats. That a pattern has a `maxLength` is a case of jsonschema-tools.
enum PatternTextChecks {
    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        schema.mistakes { part in
            let format = format(of: part, schema)
            guard let source = part.value["pattern"]?.string, let facts = PatternFacts(source) else {
                return [format].compactMap { $0 }
            }
            return ([format, anchors(source, facts, part), cost(source, facts, part)] + engines(source, part))
                .compactMap { $0 }
        }
    }

    /// A pattern is searched for, so that “[0-9]{4}” also finds part of a longer text.
    private static func anchors(_ source: String, _ facts: PatternFacts, _ part: Subschema) -> SchemaMistake? {
        guard !facts.isWhole, facts.minimumLength > 0, describesWholeText(source, facts, part) else { return nil }
        return SchemaMistake(
            .unanchoredPattern, part.path + ["pattern"],
            "The pattern “\(source)” of \(part.label) is found inside longer texts too.",
            remedy: "Write “^\(source.contains("|") ? "(?:\(source))" : core(source))$” if the whole text is meant."
        )
    }

    private static func core(_ source: String) -> Substring { source.hasPrefix("^") ? source.dropFirst() : source[...] }

    /// Whether the pattern counts characters, as those of identifiers do, or the name or the description of the
    /// property says that the text is one. A beginning such as “^https?://” or an end such as “[.]png$” is enough on
    /// its own.
    private static func describesWholeText(_ source: String, _ facts: PatternFacts, _ part: Subschema) -> Bool {
        if facts.maximumLength != nil, source.contains("{"), !source.contains("|") { return true }
        guard !facts.isAnchoredAtStart, !facts.isAnchoredAtEnd else { return false }
        if let last = part.property?.lowercased().split(separator: "_").last, wholeValueNames.contains(last) {
            return true
        }
        let words = (part.value["description"]?.string ?? "").lowercased()
        return ["must be", "exactly", "whole", "consists of", "only ", "uuid", "hexadecimal"].contains {
            words.contains($0)
        }
    }

    /// The last words of names whose values have one form from beginning to end.
    private static let wholeValueNames: Set<Substring> = [
        "id", "uuid", "guid", "hash", "checksum", "code", "token", "date", "version", "country", "language",
    ]

    private static func cost(_ source: String, _ facts: PatternFacts, _ part: Subschema) -> SchemaMistake? {
        guard facts.isExponential else { return nil }
        return SchemaMistake(
            .backtrackingPattern, part.path + ["pattern"],
            "The pattern “\(source)” repeats a repetition that divides the same text in many ways.",
            remedy: "Write it so that each character has one place, such as “[a-z]+(?:-[a-z]+)*”.")
    }

    private static func engines(_ source: String, _ part: Subschema) -> [SchemaMistake?] {
        let constructs = PatternConstructs(source)
        let place = part.path + ["pattern"]
        return [
            constructs.foreign.first.map {
                SchemaMistake(
                    .foreignPattern, place,
                    "“\($0.text)” in the pattern of \(part.label) is not ECMA-262: it \($0.meaning).",
                    remedy: $0.remedy)
            },
            constructs.differing.first.map {
                SchemaMistake(
                    .engineDependentPattern, place,
                    "“\($0.text)” in the pattern of \(part.label) \($0.meaning).", remedy: $0.remedy)
            },
        ]
    }

    // MARK: - Formats

    private static func format(of part: Subschema, _ schema: CheckedSchema) -> SchemaMistake? {
        let known = schema.dialect.isLater ? ofLaterDrafts : known
        guard let format = part.value["format"]?.string, !known.contains(format) else { return nil }
        let path = part.path + ["format"]
        let edits = known.nearest(to: format).map {
            schema.document.edits(replacing: format, with: $0, at: schema.document.location(at: path))
        }
        return SchemaMistake(
            .unknownFormat, path,
            schema.dialect.isLater
                ? "“\(format)” is no format of \(schema.dialect.words), so it limits nothing."
                : "The intake knows no format “\(format)”, so it refuses the schema.",
            remedy: known.suggestion(for: format) ?? "Use one of \(known.joined(separator: ", ")), or a pattern.",
            edits: edits ?? [])
    }

    /// The formats that the intake asserts.
    private static let known = [
        "date", "date-time", "email", "hostname", "ipv4", "ipv6", "json-pointer", "json-pointer-uri-fragment", "regex",
        "relative-json-pointer", "time", "uri", "uri-reference", "uri-template", "url", "uuid",
    ]
    /// The formats of drafts 2019-09 and 2020-12.
    private static let ofLaterDrafts =
        known.filter { !["json-pointer-uri-fragment", "url"].contains($0) }
        + ["duration", "idn-email", "idn-hostname", "iri", "iri-reference"]
}
