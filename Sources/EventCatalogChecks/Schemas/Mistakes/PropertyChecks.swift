import EventCatalog
import EventSchema
import EventSchemaTools

extension Rule {
    static let similarPropertyNames = Rule(
        "similar-property-names", .warning, "Two properties of an object differ only in case or underscores.",
        reason: "Warehouses have columns without case, and generators of code make one name of both.",
        mistake: .version(
            "page_id: {type: string, description: A page., maxLength: 9}",
            "pageid: {type: string, description: A site., maxLength: 9}"),
        corrected: .version(
            "page_id: {type: string, description: A page., maxLength: 9}",
            "site_id: {type: string, description: A site., maxLength: 9}"))

    static let reservedName = Rule(
        "reserved-name", .note, "A property has the name of a reserved word of SQL or Swift.",
        reason: "Queries and generated code that do not quote the name fail.",
        mistake: .version("order: {type: string, description: Ascending or descending., maxLength: 9}"),
        corrected: .version("sort_order: {type: string, description: Ascending or descending., maxLength: 9}"))

    static let differingUnit = Rule(
        "differing-unit", .warning, "The name of a property says one unit and its description another.",
        reason: "One of the two is wrong, and whoever reads the other is off by a factor of a thousand.",
        mistake: .version(
            "wait_ms: {type: integer, description: The wait in seconds., minimum: 0, maximum: 9}"),
        corrected: .version(
            "wait_ms: {type: integer, description: The wait in milliseconds., minimum: 0, maximum: 9}"))

    static let emptyDescription = Rule(
        "empty-description", .note, "The description of a property says no more than its name.",
        reason: "Who analyses the events needs to know what the value means, its unit, and when it is absent.",
        mistake: .version("page_title: {type: string, description: Page title, maxLength: 99}"),
        corrected: .version("page_title: {type: string, description: The title as readers see it., maxLength: 99}"))

    static let undescribedProperty = Rule(
        "undescribed-property", .note, "Properties have no description.",
        reason: "Who analyses the events needs to know what the value means, its unit, and when it is absent.",
        mistake: .made("page_title: {type: string, maxLength: 99}"),
        corrected: .made("page_title: {type: string, description: The title as readers see it., maxLength: 99}"))

    static let missingLimit = Rule(
        "missing-limit", .note, "Strings or lists have no limit.",
        reason: "The intake refuses an event that is too large as a whole, and nobody knows which value made it so.",
        mistake: .made("page_title: {type: string, description: The title as readers see it.}"),
        corrected: .made("page_title: {type: string, description: The title as readers see it., maxLength: 99}"))
}

/// Checks of the names of properties and of what describes them.
enum PropertyChecks {
    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        schema.mistakes {
            similarNames(in: $0) + reservedNames(in: $0) + [unit(of: $0), emptyDescription(of: $0)].compactMap { $0 }
        }
    }

    /// The properties without a description or a limit.
    static func gaps(in schema: CheckedSchema) -> [SchemaMistake] {
        [missingDescriptions(in: schema), missingLimits(in: schema)].compactMap { $0 }
    }

    /// Names that differ only in case: warehouses have columns without case.
    private static func similarNames(in part: Subschema) -> [SchemaMistake] {
        part.properties.names.repetitions { $0.lowercased().filter { $0 != "_" } }.map { other, name in
            SchemaMistake(
                .similarPropertyNames, part.path + ["properties", name],
                "The properties “\(other)” and “\(name)” of \(part.label) differ only in case or underscores.",
                remedy: "Rename one, or remove it if both mean the same.")
        }
    }

    /// Names that generated code or a query cannot have as they are.
    private static func reservedNames(in part: Subschema) -> [SchemaMistake] {
        part.properties.names.compactMap { name in
            ReservedWords.language(of: name).map { language in
                SchemaMistake(
                    .reservedName, part.path + ["properties", name],
                    "The name of the property “\(name)” is a reserved word of \(language).",
                    remedy: "Use a name of two words, which says whose or what kind of \(name) it is.")
            }
        }
    }

    private static let units: [(suffix: String, words: [String])] = [
        ("_ms", ["millisecond", "ms"]), ("_seconds", ["second", "sec"]), ("_sec", ["second", "sec"]),
        ("_us", ["microsecond", "µs"]), ("_ns", ["nanosecond"]), ("_minutes", ["minute"]), ("_hours", ["hour"]),
        ("_days", ["day"]), ("_kb", ["kilobyte", "kb"]), ("_mb", ["megabyte", "mb"]), ("_bytes", ["byte"]),
    ]

    /// A unit in the name and another one in the description.
    private static func unit(of part: Subschema) -> SchemaMistake? {
        guard let name = part.property, let description = part.value["description"]?.string,
            let unit = units.first(where: { name.hasSuffix($0.suffix) })
        else { return nil }
        let words = description.lowercased().split { !$0.isLetter && $0 != "µ" }.map { word in
            word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : String(word)
        }
        guard !unit.words.contains(where: words.contains) else { return nil }
        let kind = unit.suffix.hasSuffix("b") || unit.suffix == "_bytes" ? units.suffix(3) : units.prefix(8)
        guard let said = kind.flatMap(\.words).first(where: { $0.count > 3 && words.contains($0) }) else { return nil }
        return SchemaMistake(
            .differingUnit, part.path + ["description"],
            "The name of \(part.label) ends in “\(unit.suffix)” and its description says “\(said)”.",
            remedy: "Make the description say the unit of the name.")
    }

    private static func emptyDescription(of part: Subschema) -> SchemaMistake? {
        guard let name = part.property, let text = part.value["description"]?.string else { return nil }
        let plain = text.lowercased().filter { $0.isLetter || $0.isNumber }
        guard plain.isEmpty || plain == name.lowercased().filter({ $0.isLetter || $0.isNumber }) else { return nil }
        return SchemaMistake(
            .emptyDescription, part.path + ["description"],
            "The description of \(part.label) says no more than its name.",
            remedy: "Say what the value means, its unit and when it is absent.")
    }

    /// One finding for the whole file, at the first property.
    private static func missingDescriptions(in schema: CheckedSchema) -> SchemaMistake? {
        let silent = schema.subschemas.filter { part in
            part.property != nil && part.value["description"] == nil && part.value["$ref"] == nil
                && part.value["allOf"] == nil && part.value["title"] == nil
        }
        return summary(
            silent, .undescribedProperty, silent.count == 1 ? "has no description" : "have no description",
            "Say what each value means, its unit and when it is absent.")
    }

    /// One finding for the whole file, at the first property.
    private static func missingLimits(in schema: CheckedSchema) -> SchemaMistake? {
        let endless = schema.subschemas.filter { part in
            guard part.path.count > 0, part.property != "$schema", part.value["enum"] == nil,
                part.value["const"] == nil, part.isUnconditional
            else {
                return false
            }
            switch part.types {
            case ["string"]: return part.value["maxLength"] == nil && part.value["format"] == nil
            case ["array"]: return part.value["maxItems"] == nil
            default: return false
            }
        }
        return summary(
            endless, .missingLimit, endless.count == 1 ? "has no limit" : "have no limit",
            "Set maxLength of strings and maxItems of lists.")
    }

    private static func summary(
        _ parts: [Subschema], _ rule: Rule, _ verb: String, _ remedy: String
    ) -> SchemaMistake? {
        guard let first = parts.first else { return nil }
        return SchemaMistake(rule, first.path, "\(parts.map(\.label).listed(upTo: 5)) \(verb).", remedy: remedy)
    }
}
