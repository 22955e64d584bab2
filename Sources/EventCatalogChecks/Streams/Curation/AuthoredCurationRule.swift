import EventCatalog
import EventSchema
import EventStreams

/// A rule of curation, as its author wrote it: the conditions on one attribute.
struct AuthoredCurationRule {
    /// An operator and its operand.
    struct Condition {
        let `operator`: CurationOperator
        let operand: JSONValue
        /// The path of the operator in the stream.
        let path: [String]
        let location: SourceLocation

        /// The elements of the operand when the operator takes a list; otherwise the operand.
        var operands: [JSONValue] { `operator`.takesListOperand ? operand.array ?? [] : [operand] }

        /// The path in the stream of one of the ``operands``.
        func path(ofOperandAt position: Int) -> [String] { `operator`.takesListOperand ? path + ["\(position)"] : path }

        /// Operator and operand, for a message.
        var text: String { "“\(`operator`.rawValue): \(operand)”" }
    }

    let attribute: ContextualAttribute
    /// The conditions without a mistake of their own.
    let conditions: [Condition]

    /// Whether an event with a value of the attribute passes these conditions alone, as clients decide it.
    func passes(_ conditions: [Condition]) -> (JSONValue) -> Bool {
        let operators = JSONObject(conditions.map { ($0.operator.rawValue, $0.operand) })
        let curation = Curation(settings: [attribute.name: .object(operators)])
        return { curation.verdict(on: attribute.event(with: $0), declaring: [attribute]) == .passes }
    }
}
