public import EventSchema

/// What would become of an event of a stream now, stage by stage, and why: for a person in words, for a tool as JSON.
///
/// ```swift
/// let explanation = await client.explain(stream: "app.toolbar")
/// if case .drops(let reason) = explanation.outcome { print(reason.rawValue, explanation.summary) }
/// ```
public struct StreamExplanation: Sendable, Hashable {
    /// What a stage does with an event.
    public enum Outcome: Sendable, Hashable {
        /// The event continues.
        case passes
        /// The event is dropped, for this reason.
        case drops(DropReason)
        /// The event waits: for stream configurations, for its schema, or for the user's consent.
        case waits
        /// Not known: the stage decides by an attribute or an identifier that was not given. Only a tool that explains
        /// an event from what a person knows of it has such a stage; a client knows its attributes.
        case undecided
    }

    /// One stage of the event's path.
    public struct Stage: Sendable, Hashable {
        /// The name of the stage: `shutdown`, `consent`, `configuration`, `sampling`, `throttle`, `action`, `encoding`,
        /// `envelope`, `schema`, `context`, `curation`, `validation`, `size`, `sequenceNumber`, `dispatch`.
        public let name: String
        /// What it does with the event.
        public let outcome: Outcome
        /// Why, in a sentence.
        public let why: String
        /// The values that the stage decides by, for a tool: such as `rate` and `position` of `sampling`.
        public let details: JSONObject
    }

    /// The stream.
    public let stream: String
    /// The stages in the order of an event's path. Each has what it would do with an event that gets there, whatever
    /// the stages before it do: the event itself goes no further than the first that drops it or makes it wait, and
    /// may go no further than the first that is ``Outcome/undecided``. One that has nothing to decide about the event
    /// is left out: such as `throttle` where nothing is throttled, or `action` where there is one. Nothing follows
    /// `configuration` where the stream cannot be used, or `encoding` where there is no event. Before stream
    /// configurations have arrived `configuration` is the last one: an event that the stages of the call let pass
    /// waits there.
    public let stages: [Stage]
    /// The settings of the client that a remote configuration can change, each with its value and the layer it comes
    /// from; see ``EventPlatformClient/explainSettings()``. Empty where no client explains.
    public let settings: [ExplainedSetting]

    /// What becomes of the event: the outcome of the first stage that drops it, makes it wait or is undecided,
    /// otherwise ``Outcome/passes``.
    public var outcome: Outcome { deciding?.outcome ?? .passes }

    private var deciding: Stage? { stages.first { $0.outcome != .passes } }

    /// Each stage, and whether the event certainly gets there: each before it lets the event pass.
    private var path: [(stage: Stage, isReached: Bool)] {
        let end = stages.firstIndex { $0.outcome != .passes } ?? stages.endIndex
        return stages.indices.map { (stages[$0], $0 <= end) }
    }

    /// The outcome in a sentence.
    public var summary: String {
        guard let deciding else { return "An event of \(stream) would be sent." }
        let end = deciding.why.hasSuffix("?") ? "" : "."
        if outcome == .undecided {
            return "It cannot be decided whether an event of \(stream) would be sent: \(deciding.why)\(end)"
        }
        return "An event of \(stream) \(deciding.outcome.conditional): \(deciding.why)\(end)"
    }

    /// The explanation as a JSON object: `stream`, `outcome` (`sent`, `dropped`, `waits`, `undecided`), `reason` of a
    /// drop, `summary`, `stages`, each with `stage`, `outcome`, `reached`, `why` and its own details, and if a client
    /// explains `settings`, each with `name`, `value` and `layer`. The `outcome` of a stage that is not `reached` is
    /// what it would do. An undecided stage has `unknown`: the units whose ids, and the fields whose values, it needs.
    public var json: JSONObject {
        var object: JSONObject = [
            "stream": .string(stream), "outcome": .string(outcome == .passes ? "sent" : outcome.word),
        ]
        if case .drops(let reason) = outcome { object["reason"] = .string(reason.rawValue) }
        object["summary"] = .string(summary)
        object["stages"] = .array(path.map { .object($0.json(isReached: $1)) })
        if !settings.isEmpty { object["settings"] = .array(settings.map { .object($0.json) }) }
        return object
    }
}

extension StreamExplanation: CustomStringConvertible {
    /// The explanation in words: the summary, a line for each stage, and one for each setting that is not the default.
    public var description: String { lines.joined(separator: "\n") }

    /// The lines of ``description``. A name in them may hold line breaks of its own.
    package var lines: [String] {
        let changed = settings.filter { $0.layer != .default }
        let condition = outcome == .undecided ? "if reached" : "not reached"
        let words = path.map { stage, isReached in
            let what = isReached ? stage.outcome.words : "\(condition), \(stage.outcome.conditional)"
            return "  \(stage.name): \(what): \(stage.why)"
        }
        return [summary] + words + changed.map { "  setting \($0)" }
    }
}

extension ExplainedSetting {
    fileprivate var json: JSONObject {
        ["name": .string(name), "value": .string(value), "layer": .string(layer.rawValue)]
    }
}

extension StreamExplanation.Outcome {
    fileprivate var word: String {
        switch self {
        case .passes: "passes"
        case .drops: "dropped"
        case .waits: "waits"
        case .undecided: "undecided"
        }
    }

    /// ``word`` as a person reads it.
    fileprivate var words: String { self == .undecided ? "cannot be decided" : word }

    /// What would happen: `would wait`.
    fileprivate var conditional: String {
        switch self {
        case .passes: "would pass"
        case .drops(let reason): "would be dropped (\(reason.rawValue))"
        case .waits: "would wait"
        case .undecided: words
        }
    }
}

extension StreamExplanation.Stage {
    fileprivate func json(isReached: Bool) -> JSONObject {
        var object: JSONObject = [
            "stage": .string(name), "outcome": .string(outcome.word), "reached": .bool(isReached), "why": .string(why),
        ]
        if case .drops(let reason) = outcome { object["reason"] = .string(reason.rawValue) }
        for (name, value) in details { object[name] = value }
        return object
    }
}
