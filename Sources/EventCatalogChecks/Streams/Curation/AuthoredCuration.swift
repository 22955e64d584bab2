import EventCatalog
import EventSchema
import EventStreams
import EventSupport

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
}

/// The curation of a stream, as its author wrote it.
struct AuthoredCuration {
    /// The rules on known attributes.
    private(set) var rules: [AuthoredCurationRule] = []
    /// The mistakes in each rule and condition alone.
    private(set) var findings: [CatalogFinding] = []
    private let stream: AuthoredStream
    private let fields: AttributeFields?
    private static let path = ["producers", "metrics_platform_client", "curation"]

    /// Reads the curation; the fields are those of the stream's schema, `nil` when they are not known.
    init(of stream: AuthoredStream, _ fields: AttributeFields?) {
        (self.stream, self.fields) = (stream, fields)
        let settings = stream.curationSettings?.object ?? [:]
        let provided = Set(stream.attributes.names.compactMap(\.attribute)).union(ContextualAttribute.ofEveryEvent)
        let isMisindented = settings.names.contains { CurationOperator(rawValue: $0) != nil }
        for (name, operators) in settings {
            guard CurationOperator(rawValue: name) == nil else {
                addMisindented(name, among: settings)
                continue
            }
            checkName(name, provided, among: settings)
            // The operators of an attribute without a value are those beside it.
            if isMisindented, operators.isNull { continue }
            let attribute = stream.vocabulary.attribute(named: name)
            let conditions = conditions(operators, on: attribute, at: Self.path + [name])
            if let attribute { rules.append(AuthoredCurationRule(attribute: attribute, conditions: conditions)) }
        }
    }

    // MARK: - Names

    private mutating func checkName(_ name: String, _ provided: Set<ContextualAttribute>, among settings: JSONObject) {
        let (document, path) = stream.origin(of: Self.path + [name])
        let authored = AuthoredAttributes.Name(name, at: path, of: document, stream.vocabulary)
        guard let attribute = authored.attribute else {
            if stream.vocabulary.mayHaveAttribute(named: name) { return }
            if let (problem, remedy) = authored.leftOut {
                return add(.unknownCurationAttribute, authored.location, problem, remedy)
            }
            return add(
                .unknownCurationAttribute, authored.location,
                settings[name]?.isNull == true
                    ? "“\(name)” is not a contextual attribute."
                    : "“\(name)” is not a contextual attribute of this client, which drops every event of the stream.",
                AttributeSuggestion.text(for: name, in: stream.vocabulary)
                    ?? "Remove the rule, or choose an attribute: the article “Writing a stream” lists the platform's, "
                    + "and \(Project.fileName) has those of your own.")
        }
        let others = settings.names.map { AuthoredAttributes.Name($0, at: [], of: document, stream.vocabulary) }
        findings += authored.findings(among: others, fields)
        let isTakenBack = settings[name]?.isNull == true
        guard !isTakenBack, !provided.contains(attribute) else { return }
        add(
            .curationWithoutAttribute, authored.location,
            "The stream does not list \(attribute.name), so this rule would drop every event.",
            "Add it to provide_values, or remove the rule.")
    }

    /// A finding for an operator where an attribute must be.
    private mutating func addMisindented(_ name: String, among settings: JSONObject) {
        let attribute = settings.first { $0.value.isNull }.map { "“\($0.name)”" } ?? "the attribute that it compares"
        add(
            .unknownCurationAttribute, stream.location(of: Self.path + [name]),
            "“\(name)” is an operator, and stands at the level of the attributes.", "Indent it below \(attribute).")
    }

    // MARK: - Operators

    private mutating func conditions(
        _ operators: JSONValue, on attribute: ContextualAttribute?, at path: [String]
    ) -> [AuthoredCurationRule.Condition] {
        let location = stream.location(of: path)
        if operators.isNull {
            addNull(at: path, "The rule is null, and the defaults have no such rule to take back.")
            return []
        }
        guard let conditions = operators.array?.isEmpty == true ? [:] : operators.object else {
            add(
                .malformedCurationRule, location,
                "The rule must be a map from operators to operands; it is of type \(operators.typeName).",
                "Write an operator and an operand, such as “{equals: …}”.")
            return []
        }
        if conditions.isEmpty {
            add(
                .emptyCurationRule, location,
                "The rule has no operator: it drops events without a value and no others.",
                "Add an operator, or remove the rule.")
        }
        return conditions.compactMap { condition($0, $1, on: attribute, at: path + [$0]) }
    }

    private mutating func condition(
        _ name: String, _ operand: JSONValue, on attribute: ContextualAttribute?, at path: [String]
    ) -> AuthoredCurationRule.Condition? {
        let location = stream.location(of: path)
        guard let known = CurationOperator(rawValue: name) else {
            if operand.isNull, name.allSatisfy(\.isNumber) {
                add(
                    .unknownOperator, location, "“\(name)” is not an operator: a comma in braces ends the operand.",
                    "Write the number without a comma, such as 1000.")
                return nil
            }
            add(
                .unknownOperator, location, "“\(name)” is not an operator.",
                Self.remedy(forOperator: name, attribute?.type ?? .any)
            )
            return nil
        }
        guard !operand.isNull else {
            addNull(at: path, "The operand of \(name) is null, and the defaults have no such condition to take back.")
            return nil
        }
        let fitting = CurationOperator.applicable(to: attribute?.type ?? .any)
        if let attribute, !fitting.contains(known) {
            add(
                .unfitOperator, location,
                "\(name) cannot be used on \(attribute.name), which is \(attribute.type.phrase).",
                "Use one of \(fitting.map(\.rawValue).joined(separator: ", ")).")
            return nil
        }
        let condition = AuthoredCurationRule.Condition(
            operator: known, operand: operand, path: path, location: location)
        return checkOperand(of: condition, attribute) ? condition : nil
    }

    // MARK: - Operands

    /// Notes what is wrong with the operand.
    ///
    /// - Returns: whether nothing is.
    private mutating func checkOperand(
        of condition: AuthoredCurationRule.Condition, _ attribute: ContextualAttribute?
    ) -> Bool {
        let count = findings.count
        let name = condition.operator.rawValue
        if condition.operator.takesListOperand, condition.operand.array == nil {
            add(
                .unfitOperand, condition.location,
                "\(name) takes a list; the operand is of type \(condition.operand.typeName).",
                "Write the value in brackets: “[…]”.")
        } else if condition.operands.isEmpty, [.in, .containsAny].contains(condition.operator) {
            add(
                .emptyOperandList, condition.location, "The list of \(name) is empty, so that no value passes.",
                "Add the values that may pass, or remove the condition.")
        }
        for (position, operand) in condition.operands.enumerated() {
            guard let (reason, remedy) = Self.problem(with: operand, attribute?.type ?? .any) else { continue }
            add(
                .unfitOperand, stream.location(of: condition.path(ofOperandAt: position)),
                "\(name) compares \(attribute?.name ?? "the value") with \(operand), \(reason).", remedy)
        }
        return findings.count == count
    }

    private static func problem(
        with operand: JSONValue, _ type: ContextualAttributeType
    ) -> (reason: String, remedy: String)? {
        guard CurationOperand(operand, for: type) != nil else {
            let isText = type == .string || type == .stringList
            return (
                "which is of type \(operand.typeName)",
                isText ? ReadingRemedy.text(for: operand) : "Write \(CurationOperand.expected(for: type))."
            )
        }
        guard let number = operand.number, !number.isWithinRange(of: type) else { return nil }
        return ("which is beyond the numbers that clients have", "Write a smaller number, or remove the condition.")
    }

    // MARK: - Findings

    private mutating func addNull(at path: [String], _ problem: String) {
        if let inDefaults = stream.defaults?.value[path: path], !inDefaults.isNull { return }
        add(.emptyCurationRule, stream.location(of: path), problem, "Remove it, or write what was meant.")
    }

    private mutating func add(_ rule: Rule, _ location: SourceLocation, _ problem: String, _ remedy: String) {
        findings.append(CatalogFinding(rule, location, problem, remedy: remedy))
    }

    /// Names that comments and documents of other clients have for operators.
    private static let olderOperators = [
        "not_contains": "does_not_contain", "is_equals": "equals", "contains_some": "contains_any",
    ]

    private static func remedy(forOperator name: String, _ type: ContextualAttributeType) -> String {
        let fitting = CurationOperator.applicable(to: type).map(\.rawValue)
        if let suggestion = olderOperators[name] ?? fitting.nearest(to: name) { return "Did you mean “\(suggestion)”?" }
        return "Operators for this attribute are \(fitting.joined(separator: ", "))."
    }
}

extension JSONNumber {
    /// Whether an attribute of the type can have a value of that size: whole numbers have 64 bits, others are doubles.
    fileprivate func isWithinRange(of type: ContextualAttributeType) -> Bool {
        type == .integer && isInteger ? int64 != nil : double.isFinite
    }
}

extension RuleExample {
    /// A stream that lists `page_id`, with that rule of curation.
    static func curation(_ rule: String) -> RuleExample {
        .client("provide_values: [page_id]\ncuration:\n  \(rule)")
    }
}
