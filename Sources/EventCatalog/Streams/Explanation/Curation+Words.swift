import EventSchema
import EventStreams

extension StreamConfiguration {
    /// What the curation of the stream lets through, in words: one text for each attribute.
    var curationWords: [String] {
        let rules =
            JSONValue.object(settings)[path: ["producers", "metrics_platform_client", "curation"]]?.object ?? [:]
        return rules.compactMap { name, operators in
            guard !operators.isNull else { return nil }
            let conditions = (operators.object ?? [:]).compactMap { key, operand in
                CurationOperator(rawValue: key).flatMap { operand.isNull ? nil : $0.words(operand) }
            }
            let attribute = ContextualAttribute.named(name)?.rawValue ?? name
            return conditions.isEmpty
                ? "\(attribute) has a value" : "\(attribute) \(conditions.joined(separator: " and "))"
        }
    }

    /// The same as a sentence.
    package var curationSentence: String {
        let words = curationWords
        if words.isEmpty { return "every event that is in sample" }
        return "only events where \(words.joined(separator: ", and where ")); an event without a value of "
            + (words.count == 1 ? "the attribute" : "one of the attributes") + " is dropped"
    }
}

extension CurationOperator {
    fileprivate func words(_ operand: JSONValue) -> String {
        let text = operand.array.map { $0.map(\.plainWords).joined(separator: ", ") } ?? operand.plainWords
        return switch self {
        case .equals: "is \(text)"
        case .notEquals: "is not \(text)"
        case .greaterThan: "is above \(text)"
        case .lessThan: "is below \(text)"
        case .greaterThanOrEquals: "is at least \(text)"
        case .lessThanOrEquals: "is at most \(text)"
        case .isIn: "is one of \(text)"
        case .notIn: "is not one of \(text)"
        case .contains: "contains \(text)"
        case .doesNotContain: "does not contain \(text)"
        case .containsAll: "contains all of \(text)"
        case .containsAny: "contains at least one of \(text)"
        }
    }
}

extension JSONValue {
    /// A text in quotation marks, everything else as JSON.
    fileprivate var plainWords: String { string.map { "“\($0)”" } ?? jsonText }
}
