import EventSupport
public import EventStreams

extension EventPlatformClient {
    /// The group of an experiment that the user is in now; `nil` when the user is not enrolled.
    ///
    /// ```swift
    /// if client.enrollment(in: "larger-search-field")?.group == "treatment" {
    ///     client.submitInteraction(stream: "app.search", action: "show_larger")
    /// }
    /// ```
    ///
    /// It is `nil` where the experiment is unknown or not active, where its sample rate leaves the user out, and where
    /// the identifier that it uses is missing: the account (`mw-user`, ``Context/Performer/id``), the session, or the
    /// install id, which is known once the store is open. Rates that differ from wiki to wiki use
    /// ``Context/MediaWiki/database``. The group stays the same as long as identifier and groups do; see
    /// `ExperimentAssignment`.
    ///
    /// ``Configuration/experimentServiceURL`` must be set. The call reads what was fetched last and does not wait;
    /// before the first fetch it is `nil`.
    ///
    /// - Parameter experiment: the experiment's name.
    /// - Returns: the enrollment with its group; `nil` when the user is not enrolled.
    public func enrollment(in experiment: String) -> ExperimentEnrollment? {
        let (found, subject) = readExperiments { ($0.fixed[experiment], $0.experiments[experiment], $0.overrides) }
        let (fixed, configuration, overrides) = found
        if let fixed { return fixed }
        return configuration.flatMap { subject.enrollment(in: $0, overrides: overrides) }
    }

    /// The configuration of an instrument that is active now and whose sample the user is in; `nil` otherwise.
    ///
    /// ```swift
    /// if let instrument = client.instrument(named: "search-latency") {
    ///     client.submitInteraction(stream: .init(instrument.streamName), action: "search")
    /// }
    /// ```
    ///
    /// ``Configuration/experimentServiceURL`` must be set. The call reads what was fetched last and does not wait;
    /// before the first fetch it is `nil`.
    ///
    /// - Parameter name: the instrument's name.
    /// - Returns: the configuration; `nil` when the instrument is unknown, not active or its sample leaves the user
    ///   out.
    public func instrument(named name: String) -> InstrumentConfiguration? {
        let (instrument, subject) = readExperiments { $0.instruments[name] }
        return instrument.flatMap { subject.isIncluded(in: $0) ? $0 : nil }
    }

    /// The groups of experiments that the user is put into, regardless of position, rate and dates: for a trial of an
    /// experiment. The default is `nil`: no group is overridden.
    ///
    /// ```swift
    /// client.experimentOverrides = ExperimentOverrides(parameter: "larger-search-field:treatment")
    /// ```
    ///
    /// A change holds from the next call of ``enrollment(in:)`` on and is not kept across restarts. An experiment that
    /// is unknown or has no group of that name is not affected.
    public var experimentOverrides: ExperimentOverrides? {
        get { dependencies.caller.withLock { $0.experiments.overrides } }
        set { dependencies.caller.withLock { $0.experiments.overrides = newValue } }
    }

    /// Determines the enrollment in an experiment from now on, whatever was fetched; `nil` enrolls nobody. For tests.
    package func fix(enrollment: ExperimentEnrollment?, in experiment: String) {
        dependencies.caller.withLock { $0.experiments.fixed[experiment] = .some(enrollment) }
    }

    /// Reads a part of the registry, and the user at the same moment.
    private func readExperiments<Part: Sendable>(
        _ part: @Sendable (ExperimentRegistry) -> Part
    ) -> (Part, ExperimentSubject) {
        let (found, identifiers, context) = dependencies.caller.withLock { caller in
            (part(caller.experiments), caller.samplingIdentifiers, caller.context)
        }
        let subject = ExperimentSubject(
            identifiers: identifiers, user: context.performer.id.map(String.init), wiki: context.mediaWiki.database,
            instant: UTCInstant(milliseconds: dependencies.clocks.wall.milliseconds))
        return (found, subject)
    }
}
