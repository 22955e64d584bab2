import EventCatalog

extension Rule {
    static let curationWithoutAttribute = Rule(
        "curation-without-attribute", .error, "A rule of curation is on an attribute that the stream does not list.",
        reason: "The value is always missing, so that the rule drops every event.",
        mistake: .client("curation:\n  page_id: {equals: 1}"),
        corrected: .client("provide_values: [page_id]\ncuration:\n  page_id: {equals: 1}"))

    static let unknownCurationAttribute = Rule(
        "unknown-curation-attribute", .error, "A rule of curation is on a name that is not a contextual attribute.",
        reason: "Some clients ignore the rule and collect too much. The others drop every event without the field.",
        mistake: .curation("page_idd: {equals: 1}"), corrected: .curation("page_id: {equals: 1}"))

    static let malformedCurationRule = Rule(
        "malformed-curation-rule", .error, "A rule of curation is not a map from operators to operands.",
        reason: "The rule drops events without a value and no others.",
        mistake: .curation("page_id: 1"), corrected: .curation("page_id: {equals: 1}"))

    static let emptyCurationRule = Rule(
        "empty-curation-rule", .warning, "A rule of curation has no operator, or an operator has no operand.",
        reason: """
            A rule without operators drops events without a value and no others. A rule that is null is not a rule, \
            which has a purpose only where it takes back a rule of the defaults.
            """,
        mistake: .curation("page_id: {}"), corrected: .curation("page_id: {greater_than: 0}"))

    static let unknownOperator = Rule(
        "unknown-operator", .error, "A rule of curation has an operator that does not exist.",
        reason: "Clients ignore the condition, so that they collect more events than intended.",
        mistake: .curation("page_id: {equls: 1}"), corrected: .curation("page_id: {equals: 1}"))

    static let unfitOperator = Rule(
        "unfit-operator", .error, "An operator cannot be used on an attribute of that type.",
        reason: "Some clients ignore the condition. For the others, no value passes, or every value does.",
        mistake: .curation("page_id: {contains: 1}"), corrected: .curation("page_id: {in: [1, 2]}"))

    static let unfitOperand = Rule(
        "unfit-operand", .error, "An operand is of another type than the attribute or the operator needs.",
        reason: "Values are compared without conversion: no value equals an operand of another type.",
        mistake: .curation("page_id: {equals: '1'}"), corrected: .curation("page_id: {equals: 1}"))

    static let emptyOperandList = Rule(
        "empty-operand-list", .error, "The list of the operator “in” or “contains_any” is empty.",
        reason: "No value is in an empty list, so that the rule drops every event.",
        mistake: .curation("page_id: {in: []}"), corrected: .curation("page_id: {in: [1]}"))

    static let operandOutsideSchema = Rule(
        "operand-outside-schema", .error, "An attribute is compared with a value that the stream's schema refuses.",
        reason:
            "No valid event has the value: the condition is probably mistyped, and has no effect or drops all events.",
        mistake: .client(
            "provide_values: [agent_release_status]\ncuration:\n  agent_release_status: {equals: production}"),
        corrected: .client("provide_values: [agent_release_status]\ncuration:\n  agent_release_status: {equals: prod}"))

    static let curationNeverPasses = Rule(
        "curation-never-passes", .error, "No value of an attribute passes its rule of curation.",
        reason: "The stream drops every event.",
        mistake: .curation("page_id: {greater_than: 5, less_than: 3}"),
        corrected: .curation("page_id: {greater_than: 3, less_than: 5}"))

    static let curationAlwaysPasses = Rule(
        "curation-always-passes", .note, "Every value of an attribute passes a condition of curation.",
        reason: "The condition drops only events without a value. It may be mistyped, or left over.",
        mistake: .curation("page_id: {not_in: []}"), corrected: .curation("page_id: {not_in: [1]}"))

    static let examplesAllDropped = Rule(
        "examples-all-dropped", .warning,
        "The curation of a stream drops every example of its schema that has the attributes.",
        reason: "The examples show the events that the schema's author expects, and the stream collects no such event.",
        mistake: .curationOfTap("page_id: {equals: 8}"), corrected: .curationOfTap("page_id: {equals: 7}"))
}

extension RuleExample {
    /// A stream that lists `page_id`, with that rule of curation.
    fileprivate static func curation(_ rule: String) -> RuleExample {
        .client("provide_values: [page_id]\ncuration:\n  \(rule)")
    }

    /// The same for the schema `app/tap`, which has an example.
    fileprivate static func curationOfTap(_ rule: String) -> RuleExample {
        .streams(
            clientStream("provide_values: [page_id]\ncuration:\n  \(rule)", title: "app/tap"),
            tap: "examples: [{page: {id: 7}}]")
    }
}
