import EventStreams

/// The values by which an experiment or an instrument includes a user: identifiers, wiki and time. Pure.
struct ExperimentSubject: Sendable {
    /// Session, install id and page view.
    var identifiers: SamplingIdentifiers
    /// The account's id, where a user is logged in.
    var user: String?
    /// The database name of the current wiki.
    var wiki: String?
    var instant: UTCInstant

    /// The identifier for an experiment's `user_identifier_type`.
    ///
    /// A client has no `edge-unique` identifier, which the platform's edge gives to a browser: the install id is used
    /// for it and for every unknown type.
    func identifier(of type: String) -> String? {
        switch type {
        case "mw-user": user
        case "session": identifiers.session
        default: identifiers.device
        }
    }

    /// The enrollment in an experiment: by an override, else by the hash rule; otherwise `nil`.
    func enrollment(
        in experiment: ExperimentConfiguration, overrides: ExperimentOverrides?
    ) -> ExperimentEnrollment? {
        let identifier = identifier(of: experiment.userIdentifierType)
        if let overrides {
            let subject = identifier.flatMap {
                ExperimentAssignment(identifier: $0, experiment: experiment.name, groups: experiment.groups)?.subjectID
            }
            if let forced = experiment.enrollment(forcedBy: overrides, subjectID: subject ?? "") { return forced }
        }
        guard experiment.isActive(at: instant), let identifier else { return nil }
        return experiment.enrollment(of: identifier, wiki: wiki)
    }

    /// Whether an instrument is active and its sample includes the identifiers.
    func isIncluded(in instrument: InstrumentConfiguration) -> Bool {
        instrument.isActive(at: instant) && identifiers.areIncluded(by: instrument.sampling(wiki: wiki))
    }
}
