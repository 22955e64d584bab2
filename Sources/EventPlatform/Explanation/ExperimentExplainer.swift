package import EventSchema
package import EventStreams

/// Explains whether experiments and instruments include a user, by the rules that the client applies.
package struct ExperimentExplainer: Sendable {
    private let subject: ExperimentSubject
    private let overrides: ExperimentOverrides?

    /// Creates an explainer for a user at an instant.
    ///
    /// `session`, `device` and `pageview` are identifiers, `user` is the account's id, and `wiki` is the database name
    /// of the current wiki. Each is `nil` when there is none.
    package init(
        session: String?, device: String?, pageview: String?, user: String?, wiki: String?, instant: UTCInstant,
        overrides: ExperimentOverrides?
    ) {
        let identity = Sessions.Identity(session: session, pageview: pageview)
        let identifiers = SamplingIdentifiers(identity, device: device, context: Context())
        subject = ExperimentSubject(identifiers: identifiers, user: user, wiki: wiki, instant: instant)
        self.overrides = overrides
    }

    /// The explanation of an experiment: whether it is active, the position of the identifier, and the group.
    package func explain(_ experiment: ExperimentConfiguration) -> JSONObject {
        let type = experiment.userIdentifierType
        let identifier = subject.identifier(of: type)
        let assignment = identifier.flatMap {
            ExperimentAssignment(identifier: $0, experiment: experiment.name, groups: experiment.groups)
        }
        let rate = experiment.sampleRate.rate(for: subject.wiki)
        let isActive = experiment.isActive(at: subject.instant)
        let enrollment = subject.enrollment(in: experiment, overrides: overrides)
        let why =
            if let enrollment {
                enrollment.isForced
                    ? "an override sets the group" : "its position in the group is below the rate \(rate)"
            } else if !isActive {
                "the experiment is not active now"
            } else if identifier == nil {
                "there is no identifier of the type \(type)"
            } else {
                "its position in the group is not below the rate \(rate)"
            }
        return [
            "name": .string(experiment.name), "stream_name": .string(experiment.streamName), "active": .bool(isActive),
            "user_identifier_type": .string(type), "identifier": identifier.map(JSONValue.string) ?? .null,
            "rate": .number(rate), "subject_id": assignment.map { .string($0.subjectID) } ?? .null,
            "hash": assignment.map { .number($0.position) } ?? .null,
            "assigned": assignment.map { .string($0.group) } ?? .null,
            "fraction": assignment.map { .number($0.positionInGroup) } ?? .null, "enrolled": .bool(enrollment != nil),
            "group": enrollment.map { .string($0.group) } ?? .null, "forced": .bool(enrollment?.isForced ?? false),
            "version": .string(experiment.version), "why": .string(why),
        ]
    }

    /// The explanation of an instrument: whether it is active, and whether its sample includes the user.
    package func explain(_ instrument: InstrumentConfiguration) -> JSONObject {
        let rule = instrument.sampling(wiki: subject.wiki)
        let identifier = subject.identifiers[instrument.sampleUnit]
        let position = identifier.flatMap(rule.position)
        let isActive = instrument.isActive(at: subject.instant)
        return [
            "name": .string(instrument.name), "stream_name": .string(instrument.streamName),
            "active": .bool(isActive),
            "sample_unit": .string(instrument.sampleUnit.rawValue), "rate": .number(rule.rate ?? 0),
            "identifier": identifier.map(JSONValue.string) ?? .null,
            "position": position.map { .number($0) } ?? .null,
            "in_sample": .bool(subject.identifiers.areIncluded(by: rule)),
            "included": .bool(subject.isIncluded(in: instrument)),
            "why": .string(isActive ? StreamExplainer.words(of: rule, identifier) : "the instrument is not active now"),
        ]
    }
}
