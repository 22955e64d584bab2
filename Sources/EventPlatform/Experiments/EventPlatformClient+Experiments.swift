import EventSupport
public import EventStreams

extension EventPlatformClient {
    /// In which group of an experiment the user is, now; `nil` when not enrolled: the experiment is unknown or not
    /// active, its sample rate leaves the user out, or the identifier it counts by is not there.
    ///
    /// An experiment counts by the account (`mw-user`: ``Context/Performer/id``), by the session, or by the install id.
    /// The wiki of a rate is ``Context/MediaWiki/database``. The group does not change as long as the experiment's
    /// groups do not; see ``EventStreams/ExperimentAssignment``.
    ///
    /// ```swift
    /// if client.enrollment(in: "larger-search-field")?.group == "treatment" {
    ///     client.submitInteraction(stream: "app.search", action: "show_larger")
    /// }
    /// ```
    ///
    /// Needs ``Configuration/experiments``.
    public func enrollment(in experiment: String) -> ExperimentEnrollment? {
        let (configuration, overrides) = dependencies.experiments.experiment(experiment)
        return configuration.flatMap { experimentSubject.enrollment(in: $0, overrides: overrides) }
    }

    /// The configuration of an instrument that is active now and whose sample the user is in; `nil` otherwise.
    ///
    /// Needs ``Configuration/experiments``.
    public func instrument(_ name: String) -> InstrumentConfiguration? {
        guard let instrument = dependencies.experiments.instrument(name), experimentSubject.isIncluded(in: instrument)
        else {
            return nil
        }
        return instrument
    }

    /// Puts the user into groups of experiments, whatever the hash and the rate say, to try something out; `nil` ends
    /// that. An experiment that has no group of the name is not affected.
    public func set(experimentOverrides overrides: ExperimentOverrides?) {
        dependencies.experiments.set(overrides: overrides)
    }

    private var experimentSubject: ExperimentSubject {
        let (identity, context) = dependencies.caller.withLock { ($0.sessions.current, $0.context) }
        return ExperimentSubject(
            identifiers: SamplingIdentifiers(identity, device: dependencies.rules.now.installID, context: context),
            user: context.performer.id.map(String.init), wiki: context.mediawiki.database,
            instant: UTCInstant(milliseconds: dependencies.clocks.wall.milliseconds))
    }
}
