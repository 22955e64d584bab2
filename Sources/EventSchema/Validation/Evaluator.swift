/// The full evaluation: every reason, and the intake's defaults. It runs when an instance is known to be invalid or
/// when a schema has defaults.
///
/// Keywords are taken in ajv's order, which matters once defaults change the instance on the way.
struct Evaluator {
    let program: Program
    let fillsDefaults: Bool
    /// How many visits to shared schemas are left.
    let visits: LimitedVisits
    /// Whether this is inside `anyOf`, `oneOf`, `not`, `if`, `contains` or `propertyNames`, where ajv fills in nothing.
    var isComposite = false

    static func run(_ program: Program, on instance: JSONValue, fillsDefaults: Bool) -> Evaluation {
        var filled = instance
        let visits = LimitedVisits(program.maximumVisits(for: instance))
        let failures = Evaluator(program: program, fillsDefaults: fillsDefaults, visits: visits)
            .failures(of: &filled, program.root, at: EvaluationLocation())
        guard visits.isExceeded else { return Evaluation(instance: filled, failures: failures) }
        let location = EvaluationLocation(schema: program.locations[Int(program.root)], node: program.root)
        let failure = Failure(
            at: location, "needs too many steps to be validated: schemas apply one another again and again")
        return Evaluation(instance: instance, failures: [failure])
    }

    /// What is wrong with the instance according to one schema, one failure for each broken keyword.
    func failures(of instance: inout JSONValue, _ id: NodeID, at location: EvaluationLocation) -> [Failure] {
        let node = program.nodes[Int(id)]
        var location = location
        location.schema = program.locations[Int(id)]
        location.node = id
        location.level += 1
        guard location.level <= Program.maximumDepth else {
            return [failure(at: location, "is nested too deeply to be validated")]
        }
        if node.isShared, !visits.consume() { return [] }
        if node.refusesAll { return [failure(at: location, "nothing is allowed here")] }
        var failures: [Failure] = []
        if !node.accepts(typeOf: instance) {
            let expected = node.types.names.joined(separator: " or ")
            failures.append(failure(at: location.keyword("type"), "is \(instance.kindName), expected \(expected)"))
        }
        switch instance {
        case .null, .bool: break
        case .number(let number):
            if node.number >= 0 {
                failures += program.numbers[Int(node.number)].value.failures(of: number, at: location)
            }
        case .string(let text):
            if node.string >= 0 { failures += program.strings[Int(node.string)].value.failures(of: text, at: location) }
        case .array(var elements):
            guard node.array >= 0 else { break }
            failures += self.failures(of: &elements, program.arrays[Int(node.array)].value, at: location)
            if fillsDefaults { instance = .array(elements) }
        case .object(var object):
            guard node.object >= 0 else { break }
            failures += self.failures(of: &object, program.objects[Int(node.object)].value, at: location)
            if fillsDefaults { instance = .object(object) }
        }
        if node.general >= 0 {
            failures += self.failures(of: &instance, program.generals[Int(node.general)].value, at: location)
        }
        return failures
    }

    /// As ``failures(of:_:at:)``, where nothing may be filled in.
    func compositeFailures(of instance: inout JSONValue, _ id: NodeID, at location: EvaluationLocation) -> [Failure] {
        var inner = self
        inner.isComposite = true
        return inner.failures(of: &instance, id, at: location)
    }

    func failure(
        at location: EvaluationLocation, _ message: String, causes: [Failure] = [], trials: [Failure] = [],
        detail: Failure.Detail? = nil
    ) -> Failure {
        Failure(at: location, message, causes: causes, trials: trials, detail: detail)
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
    func accepts(typeOf instance: JSONValue) -> Bool {
        switch instance {
        case .null: types.contains(.null)
        case .bool: types.contains(.boolean)
        case .number(let number): accepts(number)
        case .string: types.contains(.string)
        case .array: types.contains(.array)
        case .object: types.contains(.object)
        }
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
