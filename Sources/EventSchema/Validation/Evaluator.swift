/// The full evaluation: every reason, and the intake's defaults. It runs when an instance is known to be invalid or
/// when a schema has defaults.
///
/// Keywords are taken in ajv's order, which matters once defaults change the instance on the way. A value is the number
/// of its node in the document.
struct Evaluator {
    let program: Program
    let document: EvaluatedDocument
    let fillsDefaults: Bool
    let visits: VisitCount
    /// Whether this is inside `anyOf`, `oneOf`, `not`, `if`, `contains` or `propertyNames`, where ajv fills in nothing.
    var isComposite = false

    /// How many visits to shared schemas are left; all parts of an evaluation count together.
    final class VisitCount {
        var remaining: Int
        init(_ visits: Int) { remaining = visits }
    }

    static func run(_ program: Program, on instance: JSON, fillsDefaults: Bool) -> Evaluation {
        let document = EvaluatedDocument(instance)
        let visits = VisitCount(program.tables.maximumVisits(for: instance))
        let failures = Evaluator(program: program, document: document, fillsDefaults: fillsDefaults, visits: visits)
            .failures(of: 0, program.root, at: EvaluationLocation())
        // What has been refused before, and has no failure, was refused for its steps.
        guard visits.remaining < 0 || failures.isEmpty && !fillsDefaults else {
            return Evaluation(filled: document.filled, failures: failures)
        }
        let location = EvaluationLocation(schema: program.locations[Int(program.root)], node: program.root)
        let failure = Failure(
            at: location,
            "needs too many steps to be validated: schemas apply one another again and again, beyond the limit "
                + "maximumVisitsPerValue, which is \(program.tables.limits.maximumVisitsPerValue)")
        return Evaluation(failures: [failure])
    }

    /// What is wrong with a value according to one schema, one failure for each broken keyword.
    func failures(of value: Int, _ id: NodeID, at location: EvaluationLocation) -> [Failure] {
        let node = program.nodes[Int(id)]
        var location = location
        location.schema = program.locations[Int(id)]
        location.node = id
        location.level += 1
        let limits = program.tables.limits
        guard location.level <= limits.maximumDepth else {
            let message = "is nested too deeply to be validated: the limit maximumDepth is \(limits.maximumDepth)"
            return [failure(at: location, message)]
        }
        if node.isShared {
            visits.remaining -= 1
            guard visits.remaining >= 0 else { return [] }
        }
        if node.refusesAll { return [failure(at: location, "nothing is allowed here")] }
        var failures = scalarFailures(of: value, node, at: location)
        switch document.node(value).kind {
        case .array where node.array >= 0:
            failures += arrayFailures(of: value, program.arrays[Int(node.array)], at: location)
        case .object where node.object >= 0:
            failures += objectFailures(of: value, program.objects[Int(node.object)], at: location)
        default: break
        }
        if node.general >= 0 {
            let rules = program.generals[Int(node.general)]
            failures += generalFailures(of: value, rules, at: location)
            if failures.isEmpty { failures += unevaluatedFailures(of: value, rules, at: location) }
        }
        return failures
    }

    /// What is wrong with the type of a value, and with a number or a string. A function of its own, so that its
    /// variables are not on the stack at every level of a value.
    @inline(never)
    private func scalarFailures(of value: Int, _ node: Node, at location: EvaluationLocation) -> [Failure] {
        var failures: [Failure] = []
        if !hasType(value, of: node) {
            let expected = node.types.names.joined(separator: " or ")
            failures.append(failure(at: location.keyword("type"), "is \(kindName(value)), expected \(expected)"))
        }
        switch document.node(value).kind {
        case .integer, .literal:
            guard node.number >= 0 else { break }
            failures += program.numbers[Int(node.number)].failures(of: document.number(value), at: location)
        case .string, .escapedString:
            guard node.string >= 0 else { break }
            failures += program.strings[Int(node.string)].failures(of: document.string(value), at: location)
        case .null, .false, .true, .array, .object: break
        }
        return failures
    }

    /// As ``failures(of:_:at:)``, where nothing may be filled in.
    func compositeFailures(of value: Int, _ id: NodeID, at location: EvaluationLocation) -> [Failure] {
        var inner = self
        inner.isComposite = true
        return inner.failures(of: value, id, at: location)
    }

    /// As ``failures(of:_:at:)``, as one failure.
    func failure(of value: Int, _ id: NodeID, at location: EvaluationLocation) -> Failure? {
        Failure(of: failures(of: value, id, at: location), at: location)
    }

    func failure(
        at location: EvaluationLocation, _ message: String, causes: [Failure] = [], trials: [Failure] = [],
        detail: Failure.Detail? = nil
    ) -> Failure {
        Failure(at: location, message, causes: causes, trials: trials, detail: detail)
    }

    // MARK: - Types

    private func hasType(_ value: Int, of node: Node) -> Bool {
        switch document.node(value).kind {
        case .null: node.types.contains(.null)
        case .false, .true: node.types.contains(.boolean)
        case .integer, .literal: node.accepts(document.number(value))
        case .string, .escapedString: node.types.contains(.string)
        case .array: node.types.contains(.array)
        case .object: node.types.contains(.object)
        }
    }

    /// The kind of a value, as a person reads it.
    private func kindName(_ value: Int) -> String {
        switch document.node(value).kind {
        case .array: JSONValue.array([]).kindName
        case .object: JSONValue.object([:]).kindName
        default: document.tree(value).kindName
        }
    }
}

extension Failure {
    init(
        at location: EvaluationLocation, _ message: String, causes: [Failure] = [], trials: [Failure] = [],
        detail: Detail? = nil
    ) {
        // A location that begins with `#` has no information beyond the keyword location.
        let absolute = location.schema.utf8.first == ascii("#") ? nil : location.schema
        finding = Finding(
            instanceLocation: location.instance, keywordLocation: location.keyword, absoluteKeywordLocation: absolute,
            message: message)
        self.causes = causes
        self.trials = trials
        self.detail = detail
        node = location.node
    }

    /// The failures of a schema below a keyword, as one.
    init?(of schema: [Failure], at location: EvaluationLocation) {
        guard !schema.isEmpty else { return nil }
        self.init(at: location, "does not satisfy this schema", causes: schema)
    }
}

extension Node {
    func accepts(_ number: JSONNumber) -> Bool {
        if types.contains(.number) { return true }
        return types.contains(integers.holds(for: number) ? .integer : .fraction)
    }
}

extension JSONValue {
    /// The kind of the value, as a person reads it.
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number(let number): number.isInteger ? "an integer" : "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
