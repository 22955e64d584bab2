import EventCatalog
import EventSchema
import EventStreams
import EventSupport

extension Rule {
    static let unknownIdentifierType = Rule(
        "unknown-identifier-type", .error, "The user_identifier_type of an experiment does not exist.",
        reason: "Clients take different identifiers in its place, or enrol no user.",
        mistake: .experiment(["user_identifier_type": "sesion"]),
        corrected: .experiment(["user_identifier_type": "session"]))

    static let unknownSampleUnit = Rule(
        "unknown-sample-unit", .error, "The sample_unit of an instrument does not exist.",
        reason: "Clients leave the instrument out.",
        mistake: .instrument(["sample_unit": "user"]), corrected: .instrument(["sample_unit": "device"]))

    static let invalidPhaseIndex = Rule(
        "invalid-phase-index", .error, "The phase_index of an experiment is not a whole number.",
        reason: "Events are sent without it, so that the phases of the experiment cannot be told apart.",
        mistake: .experiment(["phase_index": "first"]), corrected: .experiment(["phase_index": "1"]))
}

/// Checks of settings that take one of a few values, and of `phase_index`.
enum ExperimentValueChecks {
    /// Source: the platform's experiments, and the clients for apps.
    private static let identifierTypes = ["edge-unique", "mw-user", "session"]

    static func findings(in entry: AuthoredExperiment, _: ExperimentCheckContext) -> [ExperimentFinding] {
        let findings =
            switch entry.list {
            case .experiments:
                [unknown("user_identifier_type", in: entry, identifierTypes, .unknownIdentifierType), phase(in: entry)]
            case .instruments:
                [unknown("sample_unit", in: entry, SamplingUnit.allCases.map(\.rawValue), .unknownSampleUnit)]
            }
        return findings.compactMap { $0 }
    }

    private static func unknown(
        _ setting: String, in entry: AuthoredExperiment, _ known: [String], _ rule: Rule
    ) -> ExperimentFinding? {
        guard let value = entry.setting(setting)?.string, !known.contains(value) else { return nil }
        return entry.finding(
            rule, setting, "\(setting) is “\(value.prefix(64))”, which does not exist.", known.correction(of: value))
    }

    private static func phase(in entry: AuthoredExperiment) -> ExperimentFinding? {
        guard let value = entry.setting("phase_index"), value.number?.int64 == nil else { return nil }
        return entry.finding(
            .invalidPhaseIndex, "phase_index", "phase_index is \(value), which is not a whole number.",
            "Write the number of the phase, such as 1, or remove the setting.")
    }
}
