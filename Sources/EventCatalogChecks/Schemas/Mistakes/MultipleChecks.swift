import EventCatalog
import EventSchema
import EventSchemaTools

extension Rule {
    static let fractionalMultiple = Rule(
        "fractional-multiple", .warning, "The intake refuses some multiples of a fraction in multipleOf.",
        reason: "It divides doubles: 0.07 / 0.01 is not whole there, and the event is dropped as invalid.",
        mistake: .version("price: {type: number, description: Euros., minimum: 0, maximum: 9, multipleOf: 0.01}"),
        corrected: .version("price_cents: {type: integer, description: Cents., minimum: 0, maximum: 900}"))
}

/// Checks of `multipleOf` with a fraction. The intake divides doubles, so that it refuses some of the multiples.
enum MultipleChecks {
    static let remedy =
        "Store integers in a smaller unit, such as cents: type integer, without multipleOf. Or remove multipleOf."

    static func mistakes(in schema: CheckedSchema) -> [SchemaMistake] {
        guard schema.dialect.toolsMode == .intake else { return [] }
        return schema.mistakes { part in
            guard part.types.isEmpty || part.types.contains("number"), let step = part.value["multipleOf"]?.number,
                let refused = firstRefused(of: step, in: part)
            else { return [] }
            return [
                SchemaMistake(
                    .fractionalMultiple, part.path + ["multipleOf"],
                    "The intake refuses some multiples of \(step) in \(part.label), such as \(refused): it divides "
                        + "doubles, and \(refused) / \(step) is \(refused.double / step.double).",
                    remedy: remedy)
            ]
        }
    }

    /// How many multiples are tried.
    private static let maximumCount = 10_000

    /// The first positive multiple within the limits that the intake refuses; `nil` if there is none among the tried.
    private static func firstRefused(of step: JSONNumber, in part: Subschema) -> JSONNumber? {
        guard !step.isInteger, step.double > 0 else { return nil }
        func limit(_ keyword: String) -> Double? { part.value[keyword]?.number?.double }
        let minimum = max(limit("minimum") ?? 0, limit("exclusiveMinimum") ?? 0)
        let maximum = min(limit("maximum") ?? .infinity, limit("exclusiveMaximum") ?? .infinity)
        guard let (digits, places) = decimal(step), minimum / step.double < 1e9 else { return nil }
        let first = max(1, Int((minimum / step.double).rounded(.up)))
        for count in first..<(first + maximumCount) {
            guard let multiple = JSONNumber(literal: "\(count * digits)e-\(places)"), multiple.double <= maximum else {
                return nil
            }
            let quotient = multiple.double / step.double
            if quotient.rounded() != quotient { return JSONNumber(multiple.double) }
        }
        return nil
    }

    /// A fraction as digits and the number of decimal places; `nil` if it has more than nine of either.
    private static func decimal(_ step: JSONNumber) -> (digits: Int, places: Int)? {
        var power = 1.0
        for places in 1...9 {
            power *= 10
            guard let unit = JSONNumber(literal: "1e-\(places)"), step.isMultiple(of: unit) else { continue }
            let digits = (step.double * power).rounded()
            return digits < 1e9 ? (Int(digits), places) : nil
        }
        return nil
    }
}
