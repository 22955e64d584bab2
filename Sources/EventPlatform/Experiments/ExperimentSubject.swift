import EventStreams

/// Whom experiments and instruments are asked about: identifiers, the wiki, the moment. Pure.
struct ExperimentSubject: Sendable {
    /// Session, install id and page view.
    var identifiers: SamplingIdentifiers
    /// The account's id, where a user is logged in.
    var user: String?
    /// The database name of the current wiki.
    var wiki: String?
    var instant: UTCInstant

    /// The identifier that an experiment's `user_identifier_type` stands for on a device.
    ///
    /// What identifies a browser at the edge does not exist here; the install id takes its place.
    func identifier(of type: String) -> String? {
        switch type {
        case "mw-user": user
        case "session": identifiers.session
        default: identifiers.device
        }
    }

    /// The enrolment in an experiment: what an override says, else what the hash rule says; `nil` when there is none.
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

    /// Whether an instrument is active and takes events here.
    func isIncluded(in instrument: InstrumentConfiguration) -> Bool {
        instrument.isActive(at: instant) && identifiers.areIncluded(by: instrument.sampling(wiki: wiki))
    }
}
