/// The full evaluation: every reason, and the intake's defaults. It runs when an instance is known to be invalid or
/// when a schema has defaults.
///
/// Keywords are taken in ajv's order, which matters once defaults change the instance on the way.
struct Evaluator {
    let program: Program
    let fillsDefaults: Bool
    /// How many visits to shared schemas are left.
    let visits: Countdown
    /// Whether this is inside `anyOf`, `oneOf`, `not`, `if`, `contains` or `propertyNames`, where ajv fills in nothing.
    var isComposite = false

    static func run(_ program: Program, on instance: JSONValue, fillsDefaults: Bool) -> Evaluation {
        var filled = instance
        let visits = Countdown(program.mostVisits(for: instance))
        let failures = Evaluator(program: program, fillsDefaults: fillsDefaults, visits: visits)
            .failures(of: &filled, program.root, at: Place())
        guard visits.isOver else { return Evaluation(instance: filled, failures: failures) }
        let place = Place(schema: program.locations[Int(program.root)], node: program.root)
        let failure = Failure(at: place, "needs too many steps to be judged: schemas apply one another again and again")
        return Evaluation(instance: instance, failures: [failure])
    }

    /// What is wrong with the instance according to one schema, one failure for each broken keyword.
    func failures(of instance: inout JSONValue, _ id: NodeID, at place: Place) -> [Failure] {
        let node = program.nodes[Int(id)]
        var place = place
        place.schema = program.locations[Int(id)]
        place.node = id
        place.level += 1
        guard place.level <= Program.deepestLevel else {
            return [failure(at: place, "is nested too deeply to be judged")]
        }
        if node.isShared, !visits.count() { return [] }
        if node.refusesAll { return [failure(at: place, "nothing is allowed here")] }
        var failures: [Failure] = []
        if !node.accepts(typeOf: instance) {
            let expected = node.types.names.joined(separator: " or ")
            failures.append(failure(at: place.keyword("type"), "is \(instance.kindName), expected \(expected)"))
        }
        switch instance {
        case .null, .bool: break
        case .number(let number):
            if node.number >= 0 { failures += program.numbers[Int(node.number)].value.failures(of: number, at: place) }
        case .string(let text):
            if node.string >= 0 { failures += program.strings[Int(node.string)].value.failures(of: text, at: place) }
        case .array(var elements):
            guard node.array >= 0 else { break }
            failures += self.failures(of: &elements, program.arrays[Int(node.array)].value, at: place)
            if fillsDefaults { instance = .array(elements) }
        case .object(var object):
            guard node.object >= 0 else { break }
            failures += self.failures(of: &object, program.objects[Int(node.object)].value, at: place)
            if fillsDefaults { instance = .object(object) }
        }
        if node.general >= 0 {
            failures += self.failures(of: &instance, program.generals[Int(node.general)].value, at: place)
        }
        return failures
    }

    /// As ``failures(of:_:at:)``, where nothing may be filled in.
    func compositeFailures(of instance: inout JSONValue, _ id: NodeID, at place: Place) -> [Failure] {
        var inner = self
        inner.isComposite = true
        return inner.failures(of: &instance, id, at: place)
    }

    func failure(
        at place: Place, _ message: String, causes: [Failure] = [], trials: [Failure] = [],
        detail: Failure.Detail? = nil
    ) -> Failure {
        Failure(at: place, message, causes: causes, trials: trials, detail: detail)
    }
}

extension Failure {
    init(
        at place: Place, _ message: String, causes: [Failure] = [], trials: [Failure] = [], detail: Detail? = nil
    ) {
        // A location that begins with `#` has no information beyond the keyword location.
        let absolute = place.schema.utf8.first == ascii("#") ? nil : place.schema
        finding = Finding(
            instanceLocation: place.instance, keywordLocation: place.keyword, absoluteKeywordLocation: absolute,
            message: message)
        self.causes = causes
        self.trials = trials
        self.detail = detail
        node = place.node
    }

    /// The failures of a schema below a keyword, as one.
    init?(of schema: [Failure], at place: Place) {
        guard !schema.isEmpty else { return nil }
        self.init(at: place, "does not satisfy this schema", causes: schema)
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
