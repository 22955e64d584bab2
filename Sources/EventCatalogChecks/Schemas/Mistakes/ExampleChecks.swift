import EventCatalog
import EventSchema
import EventSchemaTools

extension Rule {
    static let schemaExamplesSchemaMatchesSchemaID = Rule(
        "schema-examples-$schema-matches-schema-$id", .error,
        "The $schema of an example is not the $id of the schema.",
        reason: "The example is an event of another schema; as a canary event it is refused, or checked by that one.",
        mistake: example("/app/tap/1.1.0"), corrected: example("/app/tap/1.0.0"))

    static let schemaExamplesAreValid = Rule(
        "schema-examples-are-valid", .error, "An example is refused by its schema.",
        reason: "Readers copy the example, and canary events are made from it.",
        mistake: .made(more: "examples: [{button: 1}]\n"), corrected: .made(more: "examples: [{button: start}]\n"))

    static let missingExample = Rule(
        "missing-example", .note, "A version of an event's schema has no example.",
        reason: "Examples are the first thing readers look for; canary events are made from them.",
        mistake: .version("$schema: {type: string, description: The schema., maxLength: 99}"),
        corrected: .version(
            "$schema: {type: string, description: The schema., maxLength: 99}",
            more: "examples: [{$schema: /app/tap/1.0.0}]\n"))

    static let repeatedExampleID = Rule(
        "repeated-example-id", .note, "Several examples have one meta.id.",
        reason: "An identifier is unique; readers drop an event whose id they have seen.",
        mistake: .version(more: "examples: [{meta: {id: a1}}, {meta: {id: a1}}]\n"),
        corrected: .version(more: "examples: [{meta: {id: a1}}, {meta: {id: a2}}]\n"))

    static let personalExample = Rule(
        "personal-example", .warning, "An example has an address that may be somebody's.",
        reason: "Examples are public, and are sent as canary events every hour.",
        mistake: .version(more: "examples: [{button: jo@mail.org}]\n"),
        corrected: .version(more: "examples: [{button: jo@example.org}]\n"))

    private static func example(_ id: String) -> RuleExample {
        .made(
            "$schema: {type: string, description: The schema of the event., maxLength: 99}",
            more: "examples: [{$schema: \(id)}]\n")
    }
}

/// Checks of examples, and two cases of jsonschema-tools.
enum ExampleChecks {
    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        guard let examples = schema.document.value["examples"]?.array else {
            return [missing(in: schema)].compactMap { $0 }
        }
        return repeatedIDs(in: examples)
            + examples.enumerated().flatMap { index, example in
                people(in: example, at: ["examples", String(index)])
            }
    }

    /// Whether the examples are events of the schema.
    static func invalid(in schema: CheckedSchema) -> [SchemaMistake] {
        guard let compiled = schema.compiled, let examples = schema.document.value["examples"]?.array else { return [] }
        return examples.enumerated().compactMap { index, example in
            let findings = compiled.eventFindings(in: example)
            guard let first = findings.first else { return nil }
            let location = first.finding.instanceLocation
            let place = location.isEmpty ? "" : "\(location): "
            let more = findings.count > 1 ? " (and \(findings.count - 1) more)" : ""
            return SchemaMistake(
                .schemaExamplesAreValid, ["examples", String(index)] + JSONPointer.tokens(of: location),
                "Example \(index + 1) is invalid: \(place)\(first.finding.message)\(more).",
                remedy: first.finding.isAboutRoundedQuotient
                    ? MultipleChecks.remedy
                    : first.suggestion.map { "Did you mean “\($0)”?" }
                        ?? "Correct the example, or the schema if the example is right.")
        }
    }

    /// Whether each example names the schema that it is an example of.
    static func otherSchemas(in schema: CheckedSchema) -> [SchemaMistake] {
        guard let examples = schema.document.value["examples"]?.array,
            schema.document.value["properties"]?["$schema"] != nil
        else { return [] }
        return examples.enumerated().compactMap { index, example in
            guard example.object != nil, example["$schema"]?.string != schema.id else { return nil }
            let found = example["$schema"].map { "names \($0)" } ?? "names no schema"
            return SchemaMistake(
                .schemaExamplesSchemaMatchesSchemaID, ["examples", String(index), "$schema"],
                "Example \(index + 1) \(found), and the schema is “\(schema.id)”.",
                remedy: "Set its $schema to “\(schema.id)”.")
        }
    }

    /// Fragments are not events, and a missing example of `current` may be generated.
    private static func missing(in schema: CheckedSchema) -> SchemaMistake? {
        guard !schema.isCurrent, schema.document.value["properties"]?["$schema"] != nil,
            !schema.isFragment
        else { return nil }
        return SchemaMistake(
            .missingExample, [], "The schema has no example.",
            remedy: "Add “examples” with an event; it is tested, and it is the first thing a reader looks for.")
    }

    /// Identifiers that were copied with the example.
    private static func repeatedIDs(in examples: [JSONValue]) -> [SchemaMistake] {
        examples.enumerated().repetitions { $0.element["meta"]?["id"]?.string }.map { first, again in
            SchemaMistake(
                .repeatedExampleID, ["examples", String(again.offset), "meta", "id"],
                "Examples \(first.offset + 1) and \(again.offset + 1) have the same meta.id.",
                remedy: "Give each example an id of its own; readers drop an event whose id they have seen.")
        }
    }

    // MARK: - People

    private static func people(in value: JSONValue, at path: [String]) -> [SchemaMistake] {
        switch value {
        case .object(let members): return members.flatMap { people(in: $0.value, at: path + [$0.name]) }
        case .array(let elements):
            return elements.enumerated().flatMap { people(in: $0.element, at: path + [String($0.offset)]) }
        case .string(let text):
            guard let kind = PersonalText.kind(of: text) else { return [] }
            return [
                SchemaMistake(
                    .personalExample, path, "“\(text)” looks like \(kind) of somebody.",
                    remedy: "Use one that is reserved for examples: name@example.org, 192.0.2.1, 2001:db8::1.")
            ]
        default: return []
        }
    }
}

/// Texts that look like an address of a person or of a computer.
private enum PersonalText {
    private static let reservedDomains = [
        "example.org", "example.com", "example.net", "example", "test", "invalid", "localhost",
    ]
    /// The addresses of RFC 1918, 5735 and 5737: private ones, this computer, and those for documentation.
    private static let reservedAddresses =
        [
            "0.", "10.", "127.", "169.254.", "192.0.2.", "192.168.", "198.51.100.", "203.0.113.", "255.", "1.2.3.4",
        ] + (16...31).map { "172.\($0)." }

    static func kind(of text: String) -> String? {
        guard text.utf8.count < 300 else { return nil }
        if let at = text.firstIndex(of: "@"), text.wholeMatch(of: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/) != nil {
            let domain = text[text.index(after: at)...].lowercased()
            return reservedDomains.contains { domain == $0 || domain.hasSuffix(".\($0)") } ? nil : "the e-mail address"
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) else { return nil }
        return reservedAddresses.contains(where: text.hasPrefix) ? nil : "the IP address"
    }
}
