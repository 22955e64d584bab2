import EventCatalog
import EventSchema
import EventStreams
import Foundation

/// Values of an attribute that stand for all others: conditions that hold for one of the others hold for one of these.
///
/// Every operand, and every bound of the schema, divides the values into those that are equal to it, above it, or
/// below it. There is a value of each such class, so that what holds for all of these holds for every value.
struct CurationDomain {
    let values: [JSONValue]

    /// `nil` when no such values are found, as for numbers that are too large.
    ///
    /// - Parameters:
    ///   - type: the attribute's type.
    ///   - conditions: the conditions on the attribute.
    ///   - limits: what the schema takes; `nil` when it takes any value.
    init?(
        of type: ContextualAttributeType, under conditions: [AuthoredCurationRule.Condition],
        within limits: FieldLimits?
    ) {
        let operands = conditions.flatMap(\.operands)
        // Far more than people write: every value is compared with every operand.
        guard operands.count <= 1000 else { return nil }
        if type != .stringList, type != .dateTime, let limits, let enumeration = limits.enumeration {
            values = enumeration.filter { type.accepts($0) && !$0.isNull && limits.allows($0) }
            return
        }
        let found: [JSONValue]? =
            switch type {
            case .boolean: [true, false]
            case .string: Self.texts(operands, conditions)
            case .stringList: Self.lists(operands, conditions, within: limits)
            case .dateTime: Self.dates(operands)
            case .integer, .number: Self.numbers(operands, type, within: limits)
            case .any: nil
            }
        guard let found else { return nil }
        values = found
    }

    // MARK: - Texts and lists

    /// The operands, a text that has no operand in it, and one that has every text that must be contained.
    private static func texts(_ operands: [JSONValue], _ conditions: [AuthoredCurationRule.Condition]) -> [JSONValue]? {
        let texts = operands.compactMap(\.string)
        guard let mark = absentCharacter(to: texts) else { return nil }
        let contained = conditions.filter { $0.operator == .contains }.flatMap(\.operands).compactMap(\.string)
        let joined = mark + contained.joined(separator: mark) + mark
        return [.string(mark), .string(joined)] + operands
    }

    /// The empty list, a list of each operand, and one with all elements that may be wanted; nothing if a list that the
    /// schema takes is shorter than what it must contain.
    private static func lists(
        _ operands: [JSONValue], _ conditions: [AuthoredCurationRule.Condition], within limits: FieldLimits?
    ) -> [JSONValue]? {
        guard let mark = absentCharacter(to: operands.compactMap(\.string)) else { return nil }
        let refused = conditions.filter { $0.operator == .doesNotContain }.flatMap(\.operands)
        let wanted = conditions.filter { $0.operator != .doesNotContain }.flatMap(\.operands)
        let best = wanted.filter { !refused.contains($0) }
        let needed = conditions.filter { [.contains, .containsAll].contains($0.operator) }.flatMap(\.operands).distinct
        if let maximum = limits?.maximumItems, needed.count > maximum { return [] }
        return [[], [.string(mark)], .array(wanted), .array(best)] + operands.map { .array([$0]) }
    }

    /// A character that is in none of the texts.
    private static func absentCharacter(to texts: [String]) -> String? {
        let present = Set(texts.joined().unicodeScalars)
        return (0xE000...0xF8FF).lazy.compactMap(Unicode.Scalar.init(_:)).first { !present.contains($0) }.map(
            String.init)
    }

    // MARK: - Numbers

    private static func numbers(
        _ operands: [JSONValue], _ type: ContextualAttributeType, within limits: FieldLimits?
    ) -> [JSONValue]? {
        let range = limits.flatMap { $0.isRange && $0.bounds.allSatisfy(isExact) ? $0 : nil }
        // No value of the range is on the far side of an operand that is beyond it.
        let near = operands.compactMap(\.number).filter { isExact($0) || range?.isExceeded(by: $0) != true }
        let numbers = near + (range?.bounds ?? [])
        guard numbers.allSatisfy(isExact) else { return nil }
        let steps = (numbers.isEmpty ? [JSONNumber(0)] : numbers).sorted()
        let found = type == .integer ? wholeNumbers(around: steps) : fractions(around: steps)
        return found?.filter { range?.allows($0) ?? true }
    }

    /// Whether the number is within ±2⁵³, where every whole number is a double.
    private static func isExact(_ number: JSONNumber) -> Bool { abs(number.double) <= 9_007_199_254_740_992 }

    /// Every whole step, and a whole number of each gap between two steps.
    private static func wholeNumbers(around steps: [JSONNumber]) -> [JSONValue] {
        let numbers = steps.flatMap { step in
            let (floor, ceiling) = (Int64(step.double.rounded(.down)), Int64(step.double.rounded(.up)))
            return [ceiling - 1, floor, ceiling, floor + 1]
        }
        return numbers.map { .number($0) }
    }

    /// Every step, and a number of each gap between two steps.
    private static func fractions(around steps: [JSONNumber]) -> [JSONValue]? {
        guard let first = steps.first, let last = steps.last else { return [] }
        var numbers = [JSONNumber(first.double - 1), first, JSONNumber(last.double + 1)]
        for (lower, upper) in zip(steps, steps.dropFirst()) where lower < upper {
            guard let middle = JSONNumber((lower.double + upper.double) / 2), lower < middle, middle < upper
            else { return nil }
            numbers += [middle, upper]
        }
        return numbers.compactMap { $0.map(JSONValue.number) }
    }

    // MARK: - Dates

    /// Every operand, and a whole second of each gap between two operands.
    private static func dates(_ operands: [JSONValue]) -> [JSONValue]? {
        let instants = operands.compactMap { $0.string.flatMap(UTCInstant.init(rfc3339:)) }.sorted()
        guard let first = instants.first, let last = instants.last else { return ["2026-01-01T00:00:00Z"] }
        var seconds = [first.seconds - 1, last.seconds + 1]
        for (lower, upper) in zip(instants, instants.dropFirst()) where lower < upper {
            guard UTCInstant(seconds: lower.seconds + 1) < upper else { return nil }
            seconds.append(lower.seconds + 1)
        }
        let texts = seconds.map { Date(timeIntervalSince1970: Double($0)).formatted(.iso8601) }
        // The years of the text form end at 0 and 9999.
        guard zip(texts, seconds).allSatisfy({ UTCInstant(rfc3339: $0) == UTCInstant(seconds: $1) }) else { return nil }
        return operands + texts.map(JSONValue.string)
    }
}
