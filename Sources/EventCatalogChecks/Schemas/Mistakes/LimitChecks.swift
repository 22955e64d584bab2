import EventCatalog
import EventSchema
import EventSchemaTools
import EventSupport

extension Rule {
    static let crossedLimits = Rule(
        "crossed-limits", .error, "The limits of a schema exclude each other.",
        reason: "No value is within them, so that every event that has the property is refused.",
        mistake: .version("count: {type: integer, description: A count., minimum: 10, maximum: 1}"),
        corrected: .version("count: {type: integer, description: A count., minimum: 1, maximum: 10}"))
}

/// Checks of limits that no value is within.
enum LimitChecks {
    private static let pairs = [
        ("minLength", "maxLength"), ("minItems", "maxItems"), ("minProperties", "maxProperties"),
        ("minimum", "maximum"),
    ]
    private static let exclusivePairs = [
        ("exclusiveMinimum", "maximum"), ("minimum", "exclusiveMaximum"), ("exclusiveMinimum", "exclusiveMaximum"),
    ]

    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        schema.mistakes { part in
            let crossed = crossedLimits(in: part)
            guard crossed.isEmpty else { return crossed }
            return [wholeNumbers(in: part), count(in: part, schema.dialect), patternLength(in: part)].compactMap { $0 }
        }
    }

    private static func number(_ keyword: String, _ part: Subschema) -> JSONNumber? { part.value[keyword]?.number }

    private static func crossedLimits(in part: Subschema) -> [SchemaMistake] {
        pairs.compactMap { crossed($0, $1, in: part, isExclusive: false) }
            + exclusivePairs.compactMap { crossed($0, $1, in: part, isExclusive: true) }
    }

    private static func crossed(
        _ minimum: String, _ maximum: String, in part: Subschema, isExclusive: Bool
    ) -> SchemaMistake? {
        guard let low = number(minimum, part), let high = number(maximum, part),
            low > high || (isExclusive && low == high)
        else { return nil }
        return mistake(
            part, minimum, "\(minimum) \(low) is \(low > high ? "above" : "no less than") \(maximum) \(high)",
            "Exchange the two numbers, or correct one of them.")
    }

    private static func mistake(
        _ part: Subschema, _ keyword: String, _ problem: String, _ remedy: String
    ) -> SchemaMistake {
        SchemaMistake(
            .crossedLimits, part.path + [keyword], "\(problem), so \(part.label) has no valid value.", remedy: remedy)
    }

    /// Limits of an integer without an integer between them, such as 0.2 and 0.8.
    private static func wholeNumbers(in part: Subschema) -> SchemaMistake? {
        guard part.types == ["integer"], let low = number("minimum", part), let high = number("maximum", part),
            !low.isInteger, low.double.rounded(.up) > high.double
        else { return nil }
        return mistake(
            part, "minimum", "No integer is from \(low) to \(high)", "Correct the limits, or use type: number.")
    }

    private static func count(in part: Subschema, _ dialect: Dialect) -> SchemaMistake? {
        let required = Set(part.required).count
        if let maximum = number("maxProperties", part), maximum < JSONNumber(required) {
            return mistake(
                part, "maxProperties",
                "maxProperties \(maximum) is below the number of required properties, \(required)",
                "Raise it to at least \(required), or remove it.")
        }
        let hasOthers = part.value["allOf"] != nil || dialect.isLater && part.value["$ref"] != nil
        let isFinite = part.isClosed && part.value["patternProperties"] == nil && !hasOthers
        guard isFinite, !part.hasReferencedProperties, let minimum = number("minProperties", part),
            minimum > JSONNumber(part.properties.count)
        else { return nil }
        return mistake(
            part, "minProperties",
            "minProperties \(minimum) is above the number of properties, "
                + "\(part.properties.count), and no other is allowed",
            "Lower it to at most \(part.properties.count).")
    }

    /// A pattern whose texts are all longer than `maxLength`, or shorter than `minLength`.
    private static func patternLength(in part: Subschema) -> SchemaMistake? {
        guard let source = part.value["pattern"]?.string, let facts = PatternFacts(source) else { return nil }
        if let maximum = number("maxLength", part), maximum < JSONNumber(facts.minimumLength) {
            return mistake(
                part, "maxLength",
                "The pattern has at least \(facts.minimumLength.counted("character")) and maxLength is \(maximum)",
                "Correct the pattern or maxLength.")
        }
        if facts.isWhole, let maximum = facts.maximumLength, let minimum = number("minLength", part),
            minimum > JSONNumber(maximum)
        {
            return mistake(
                part, "minLength",
                "The pattern has at most \(maximum.counted("character")) and minLength is \(minimum)",
                "Correct the pattern or minLength.")
        }
        return nil
    }
}
