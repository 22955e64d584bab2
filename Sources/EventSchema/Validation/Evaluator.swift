/// The full evaluation: every reason, and the intake's defaults. It runs when an instance is known to be invalid or
/// when a schema has defaults.
///
/// Keywords are taken in ajv's order, which matters once defaults change the instance on the way. A value is the number
/// of its node in the document.
struct Evaluator {
    let program: Program
    let document: EvaluatedDocument
    let fillsDefaults: Bool
    let progress: Progress
    /// What a visit to a schema takes, in steps, the making of a text of a name, and that of a failure.
    private static let visitSteps = 10
    private static let nameSteps = 4
    private static let failureSteps = 20
    /// What a filled-in default takes for each byte of its text: a value of two bytes has a node and becomes a tree.
    static let bytesOfDefaults = 12
    /// Whether this is inside `anyOf`, `oneOf`, `not`, `if`, `contains` or `propertyNames`, where ajv fills in nothing.
    var isComposite = false

    /// What all parts of an evaluation count together.
    final class Progress {
        var state: Tables.State
        init(_ state: Tables.State) { self.state = state }
    }

    /// Evaluates an instance; `exceeded` is the limit for which the tables have refused it.
    static func run(
        _ program: Program, on instance: JSON, fillsDefaults: Bool, exceeded: Tables.State.Limit? = nil
    ) -> Evaluation {
        let document = EvaluatedDocument(instance)
        let progress = Progress(program.tables.state(for: instance, isEvaluation: true))
        progress.state.limitBytes(program.tables.limits)
        let failures = Evaluator(program: program, document: document, fillsDefaults: fillsDefaults, progress: progress)
            .failures(of: 0, program.root, at: EvaluationLocation())
        // What is found is not reliable after the last step, nor, as below a negation, where the verdict is not known
        // and no failure says so.
        let isUnknown = fillsDefaults ? progress.state.exceeded != nil : exceeded != nil
        let isUntold = isUnknown && !failures.flatMap(\.leaves).contains { $0.finding.exceededLimit != nil }
        guard progress.state.hasEnded || isUntold || failures.isEmpty, let limit = exceeded ?? progress.state.exceeded
        else {
            return Evaluation(filled: document.filled, failures: failures)
        }
        let location = EvaluationLocation(schema: program.locations[Int(program.root)], node: program.root)
        let isRefused = !fillsDefaults && !isUnknown
        return Evaluation(failures: [Failure(at: location, limit, program.tables.limits, isRefused: isRefused)])
    }

    /// What is wrong with a value according to one schema, one failure for each broken keyword.
    func failures(of value: Int, _ id: NodeID, at location: EvaluationLocation) -> [Failure] {
        let node = program.nodes[Int(id)]
        var location = location
        location.schema = program.locations[Int(id)]
        location.node = id
        location.level += 1
        let limits = program.tables.limits
        // A visit copies its location, which a failure keeps.
        guard progress.state.take(Self.visitSteps), progress.state.spend(location.size / 8) else { return [] }
        guard location.level <= limits.maximumDepth else {
            progress.state.exceedDepth()
            return [Failure(at: location, .maximumDepth, limits)]
        }
        guard !node.isShared || visits(value, id, at: location) else { return [] }
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

    /// Counts a visit to a shared schema. Whether to look for what is wrong with the value: once there have been many
    /// visits, not where the verdict is that nothing is.
    private func visits(_ value: Int, _ id: NodeID, at location: EvaluationLocation) -> Bool {
        guard !progress.state.visit() else { return true }
        guard progress.state.visitFurther() else { return false }
        guard !fillsDefaults else { return true }
        progress.state.level = location.level - 1
        return !program.tables.accepts(document.json(value), id, &progress.state)
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
            failures += program.numbers[Int(node.number)].failures(
                of: document.number(value), digits: document.size(of: value), at: location, &progress.state)
        case .string, .escapedString:
            guard node.string >= 0 else { break }
            failures += program.strings[Int(node.string)].failures(
                of: document.string(value), at: location, &progress.state)
        case .null, .false, .true, .array, .object: break
        }
        for failure in failures { spend(location, failure.finding.message) }
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
        spend(location, message)
        return Failure(at: location, message, causes: causes, trials: trials, detail: detail)
    }

    private func spend(_ location: EvaluationLocation, _ message: String) {
        _ = progress.state.take(Self.failureSteps) && progress.state.spend(location.size + message.utf8.count)
    }

    /// What is left before a trial whose failures may be dropped.
    struct Mark {
        fileprivate let bytesLeft: Int
        fileprivate let size: Int
    }

    var mark: Mark { Mark(bytesLeft: progress.state.bytesLeft, size: document.size) }

    /// Gives back what failures have taken since then that are dropped; filled-in defaults stay.
    func dropFailures(since mark: Mark) {
        progress.state.restore(bytesLeft: mark.bytesLeft - Self.bytesOfDefaults * (document.size - mark.size))
    }

    /// Takes the steps of reading all names of an object. Whether the evaluation may go on.
    func takeNames(of object: Int) -> Bool { progress.state.take(Self.nameSteps * (1 + document.count(object))) }

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
        detail: Detail? = nil, exceeded: Tables.State.Limit? = nil
    ) {
        // A location that begins with `#` has no information beyond the keyword location.
        let absolute = location.schema.utf8.first == ascii("#") ? nil : location.schema
        finding = Finding(
            instanceLocation: location.instance, keywordLocation: location.keyword, absoluteKeywordLocation: absolute,
            message: message, exceededLimit: exceeded?.rawValue)
        self.causes = causes
        self.trials = trials
        self.detail = detail
        node = location.node
    }

    /// That an instance is beyond a limit. With `isRefused`, it is known to be invalid, and only the reason is not.
    init(
        at location: EvaluationLocation, _ limit: Tables.State.Limit, _ limits: Schema.Limits, isRefused: Bool = false
    ) {
        switch limit {
        case .maximumDepth:
            let message = "is nested too deeply to be validated: the limit maximumDepth is \(limits.maximumDepth)"
            self.init(at: location, message, exceeded: limit)
        case .maximumVisitsPerValue:
            let message =
                (isRefused ? "is invalid, and needs too many steps to say why" : "needs too many steps to be validated")
                + ": schemas apply one another again and again, beyond the limit maximumVisitsPerValue, which is "
                + "\(limits.maximumVisitsPerValue)"
            self.init(at: location, message, exceeded: isRefused ? nil : limit)
        case .maximumStepsPerByte:
            let message =
                (isRefused ? "is invalid, and needs too many steps to say why" : "needs too many steps to be validated")
                + ": the limit maximumStepsPerByte is \(limits.maximumStepsPerByte)"
            self.init(at: location, message, exceeded: isRefused ? nil : limit)
        case .maximumLocationsSize:
            let message =
                (isRefused ? "is invalid, and the findings are too large" : "needs too much memory to be validated")
                + ": locations, messages and filled-in defaults exceed the limit maximumLocationsSize, which is "
                + "\(limits.maximumLocationsSize)"
            self.init(at: location, message, exceeded: isRefused ? nil : limit)
        }
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
