package import EventSchema
package import EventStreams
import EventSupport
package import Foundation

/// Explains what would become of an interaction: follows the stages of ``EventLifecycle``, and puts each into words.
package struct StreamExplainer: Sendable {
    let snapshot: DecisionSnapshot
    private let identity: Sessions.Identity
    private let context: Context
    /// What is wrong with the app's own attributes in the context.
    let misuses: [Context.Misuse]
    /// The schema that the interaction names; `nil` for a version of the schema that the stream accepts.
    var schema: SchemaID?
    /// The result of looking ``schema`` up; `nil` where it is not looked up.
    var foundSchema: FoundSchema?
    /// The action of the interaction.
    var action = "click"
    /// The further properties of the interaction; `nil` when they are not known. Then, where the schema is no base
    /// schema, only what the client adds is validated.
    var data: InteractionData?
    /// Why the schema refuses the event, or every event of the stream, where that is known; otherwise `nil`.
    package var refusal: String?
    /// What the event is known to lack. Every other attribute or identifier without a value is unknown.
    package var missing: Missing
    /// How to give the identifier that a stream samples by, where it is missing; it ends the stage's sentence.
    package var identifierHint: @Sendable (SamplingUnit) -> String = { _ in "" }
    /// Whether a client explains. It knows its interactions: without `data` they have no further properties.
    private let hasClient: Bool
    /// The settings of the client, with their layers.
    var settings: [ExplainedSetting] = []

    init(_ snapshot: DecisionSnapshot, _ identity: Sessions.Identity, _ context: Context, hasClient: Bool = true) {
        var context = context
        misuses = context.removeMisuses()
        (self.snapshot, self.identity, self.context) = (snapshot, identity, context)
        self.hasClient = hasClient
        missing = hasClient ? .every : .only([])
    }

    /// Creates an explainer for a tool that has no client: with the default settings, for production's destinations.
    ///
    /// `configurations` is `nil` before any have arrived. `context` has the contextual attributes of the app.
    /// `session`, `device` and `pageview` are identifiers; `nil` where one is missing. `services` has the URLs of
    /// services beside production's, by name; `attributes` are those that a project declares.
    package init(
        configurations: StreamConfigurations?, context: Context, session: String? = nil, device: String? = nil,
        pageview: String? = nil, services: [String: URL] = [:], declaring attributes: [ContextualAttribute] = []
    ) {
        var destinations = Destinations.production
        destinations.services.merge(services) { $1 }
        var settings = EventPlatformClient.Configuration(
            streamConfigurations: .streams([:]), network: NetworkConfiguration(destinations: destinations),
            store: .inMemory)
        settings.declaredAttributes = attributes
        let snapshot = DecisionSnapshot(settings).changed {
            $0.known = configurations.map { KnownStreams($0, LiveLedger()) }
            $0.installID = device
        }
        self.init(snapshot, Sessions.Identity(session: session, pageview: pageview), context, hasClient: false)
    }

    /// Sets the schema that the event follows, of a tool that has no client to look it up.
    package mutating func follow(_ schema: Schema, _ id: SchemaID) {
        (self.schema, foundSchema) = (id, .compiled(CompiledSchema(schema)))
    }

    /// Explains what would become of an event of a stream.
    package func explain(_ name: String) -> StreamExplanation {
        var event = EventPipeline.Event(submission(to: name))
        event.isPartial = data == nil && !(hasClient && BaseSchemas.documents[event.schemaID.path] != nil)
        event.presetFailure = refusal
        var explained: [StreamExplanation.Stage] = []
        var waiting: [StreamExplanation.Stage] = []
        var stages = EventLifecycle.Stage.allCases[...]
        var pipeline = EventPipeline(diagnostics: Diagnostics())  // what the stages report is in the explanation
        while let stage = stages.popFirst() {
            let end = run(stage, of: &pipeline, on: &event)
            let words = words(for: stage, end, event).map { self.stage(stage, end, $0) }
            if case .noConfiguration? = end {
                // The call runs the rest of the gate; what it lets pass waits.
                waiting += [words].compactMap(\.self)
                stages = stages.prefix { EventLifecycle.Stage.gate.contains($0) }
            } else {
                explained += [words].compactMap(\.self)
                if end != nil, stage.isNeededByLaterStages { stages = [] }
            }
        }
        return StreamExplanation(stream: name, stages: explained + waiting, settings: settings)
    }

    private func stage(
        _ stage: EventLifecycle.Stage, _ end: EventPipeline.EarlyExit?, _ words: Words
    ) -> StreamExplanation.Stage {
        let outcome: StreamExplanation.Outcome =
            switch end {
            case nil: stage == .dispatch && snapshot.consent == .pending ? .waits : .passes
            case .drop? where !words.unknown.isEmpty: .undecided
            case .drop(let reason, _)?: .drops(reason)
            case .noConfiguration?, .schemaPending?: .waits
            }
        return StreamExplanation.Stage(name: stage.rawValue, outcome: outcome, why: words.why, details: words.details)
    }

    // MARK: - Running the stages

    /// Runs a stage, and returns why the event leaves the list there; `nil` when it continues.
    private func run(
        _ stage: EventLifecycle.Stage, of pipeline: inout EventPipeline, on event: inout EventPipeline.Event
    ) -> EventPipeline.EarlyExit? {
        do throws(EventPipeline.EarlyExit) {
            try pipeline.run(stage, on: &event, by: snapshot) { _ in foundSchema ?? .missing }
        } catch {
            return error
        }
        return nil
    }

    /// The interaction that a submit call would make now.
    private func submission(to stream: String) -> Submission {
        Submission(
            .init(
                stream: stream, schema: schema ?? acceptedSchema(snapshot.lookUp(stream).stream),
                id: Self.exampleID, time: Timestamp(milliseconds: 0), identity: identity, context: context,
                content: (data ?? InteractionData()).content(action: action),
                isVerbatim: !snapshot.settings.completesEvents))
    }

    /// As long as the id of an event.
    private static let exampleID = "00000000-0000-4000-8000-000000000000"

    /// An id with the title that the stream accepts. Its version is not looked up.
    private func acceptedSchema(_ stream: StreamConfiguration?) -> SchemaID {
        stream?.schemaTitle.map { SchemaID("/\($0)/0.0.0") } ?? context.baseSchema
    }
}

extension EventLifecycle.Stage {
    /// Whether the stages behind this one need what it finds.
    fileprivate var isNeededByLaterStages: Bool { self == .configuration || self == .encoding }
}
