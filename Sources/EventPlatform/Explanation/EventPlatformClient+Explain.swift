import EventStreams
import EventSupport

extension EventPlatformClient {
    /// Explains what would become of an event of a stream now, stage by stage, and why.
    ///
    /// ```swift
    /// print(await client.explain(stream: "app.toolbar"))
    /// ```
    ///
    /// It shows why an event does not arrive. It uses the functions of a submit call, with the consent, the stream
    /// configurations, the identifiers and the context of this moment. Nothing is submitted, and the call is no
    /// activity of a session. If the schema is available, what the client adds to the event, such as the context, is
    /// validated; the properties of a submit call are not.
    ///
    /// - Parameters:
    ///   - stream: the stream.
    ///   - schema: the schema of the event, whose title is compared with the stream's. Unless given, the base schema
    ///     that ``submitClick(stream:interactionData:context:)`` uses, if the stream accepts it, otherwise a version of
    ///     the schema that the stream accepts.
    ///   - change: changes the contextual attributes for this explanation alone. None unless given.
    /// - Returns: one stage after the other. ``StreamExplanation/summary`` has the result in a sentence.
    public func explain(
        stream: Stream, schema: SchemaID? = nil, context change: ((inout Context) -> Void)? = nil
    ) async -> StreamExplanation {
        let (identity, shared) = dependencies.caller.withLock { ($0.sessions.current, $0.context) }
        var context = shared
        change?(&context)
        let rules = dependencies.rules.now
        var explainer = StreamExplainer(configurations: rules.streams, context: context)
        explainer.session = identity.session
        explainer.pageview = identity.pageview
        explainer.device = rules.installID
        explainer.consent = rules.consent
        explainer.throttles = rules.throttles
        explainer.schema = schema ?? Self.baseSchema(of: context, for: rules.streams?[stream.name])
        explainer.compiledSchema = explainer.schema.flatMap { runtime.loader.compiled($0.withoutFragment, in: rules) }
        explainer.validation = rules.settings.validation.mode
        explainer.settings = explainSettings()
        explainer.dispatchMode = rules.settings.dispatchMode
        explainer.destinations = rules.settings.network.destinations
        return explainer.explain(stream.name)
    }

    /// The base schema of the context's platform family, if the stream accepts it.
    private static func baseSchema(of context: Context, for stream: StreamConfiguration?) -> SchemaID? {
        let schema = (context.agent.clientPlatformFamily ?? .app).baseSchema
        return ValidationStage.titleMismatch(title: schema.title, streamTitle: stream?.schemaTitle) == nil
            ? schema : nil
    }
}
