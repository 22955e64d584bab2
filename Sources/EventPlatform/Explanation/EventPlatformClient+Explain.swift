import EventSupport

extension EventPlatformClient {
    /// Says what would become of an event of a stream now, stage by stage, and why. Nothing is submitted, and no
    /// session is begun or prolonged.
    ///
    /// ```swift
    /// print(await client.explain(stream: "app.toolbar"))
    /// ```
    ///
    /// - Parameters:
    ///   - stream: the stream.
    ///   - context: values for this question alone, as a submit call takes them.
    public func explain(stream: Stream, context change: ((inout Context) -> Void)? = nil) async -> StreamExplanation {
        let (identity, shared) = parts.caller.withLock { ($0.sessions.current, $0.context) }
        var context = shared
        change?(&context)
        let (configurations, installID) = await pipeline.snapshot
        var explainer = StreamExplainer(configurations: configurations, context: context)
        explainer.session = identity.session
        explainer.pageview = identity.pageview
        explainer.device = installID
        (explainer.consent, explainer.validation, explainer.dispatchMode, explainer.destinations) = parts.settings.read
        {
            ($0.consent, $0.validation.mode, $0.dispatchMode, $0.network.destinations)
        }
        return explainer.explain(stream.name)
    }
}
