import EventCatalog
import EventCatalogChecks
import EventPlatform
import EventSchema

/// What `eventctl explain` and `POST /explain` say of a stream: the stages of an event, and what the folder has.
struct ExplainedStream {
    private let explanation: StreamExplanation
    /// The stream in its folder; `nil` without a folder, or where it has no such stream.
    private let description: StreamDescription?

    init(_ name: String, _ explainer: StreamExplainer, in catalog: (streams: StreamFolder, schemas: SchemaRepository)?)
    {
        self.init(name, explainer, catalog.flatMap { StreamDescription(of: name, in: $0.streams, $0.schemas) })
    }

    /// An explanation with what the folder has of the stream.
    init(_ name: String, _ explainer: StreamExplainer, _ description: StreamDescription?) {
        var explainer = explainer
        self.description = description
        explainer.refusal = description?.refusal ?? explainer.refusal
        if let schema = description?.schema { explainer.follow(schema.schema, SchemaID(schema.uri)) }
        explanation = explainer.explain(name)
    }

    var json: JSONObject {
        var object = explanation.json
        for (name, value) in description?.json ?? [:] { object[name] = value }
        return object
    }

    var lines: [String] { explanation.lines + (description?.lines ?? []) }

    /// Whether an event is dropped for another reason than the settings of its stream, at the latest once it is in
    /// sample and passes curation.
    var isDropByMistake: Bool {
        explanation.stages.contains { if case .drops(let reason) = $0.outcome { !reason.isIntended } else { false } }
    }
}
