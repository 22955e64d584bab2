package import EventCatalog
import EventSchema
import EventSchemaTools
package import EventStreams

/// What a change of experiments and instruments does, in words: the difference between two snapshots.
package struct ExperimentComparison: Sendable {
    /// The changes by experiment and instrument, the most important first.
    let differences: [ExperimentDifference]
    /// The changes that spoil the results of what runs, at their places.
    let findings: [CatalogFinding]
    /// Those of the findings that are errors after the change, which neither its project nor a waiver leaves out.
    package let errors: [CatalogFinding]

    /// Compares two snapshots.
    ///
    /// - Parameters:
    ///   - before: the snapshot before the change.
    ///   - after: the snapshot after it.
    ///   - asOf: the date by which it is decided which experiments run.
    package init(from before: ExperimentSnapshot, to after: ExperimentSnapshot, asOf: UTCInstant) {
        let removed = before.entries.filter { after[$0.key] == nil }.map { $0.removal(asOf: asOf) }
        let rest = after.entries.compactMap { entry in
            before[entry.key].map { ExperimentPair(before: $0, after: entry, asOf: asOf).difference }
                ?? entry.addition(before.vocabulary)
        }
        differences = (removed + rest).sorted {
            ($0.importance, $0.key.list.rawValue, $0.key.name) < ($1.importance, $1.key.list.rawValue, $1.key.name)
        }
        findings = differences.flatMap(\.findings)
        errors = after.errors(among: findings, asOf: asOf)
    }
}

extension ExperimentDifference {
    fileprivate var importance: ExperimentChange.Kind { changes.map(\.kind).min() ?? .setting }
}

extension ExperimentEntry {
    fileprivate func removal(asOf: UTCInstant) -> ExperimentDifference {
        let isRunning = configuration?.isActive(at: asOf) == true
        let text = isRunning ? "removed while it runs: nobody takes part any more" : "removed"
        return ExperimentDifference(key: key, changes: [ExperimentChange(.removed, text)], findings: [])
    }

    /// The difference that the new entry is, after a change of a project with these words.
    fileprivate func addition(_ former: Vocabulary) -> ExperimentDifference {
        guard let configuration else {
            let change = ExperimentChange(.added, "new, and clients leave it out because of its errors")
            return ExperimentDifference(key: key, changes: [change], findings: [])
        }
        let stream = setting("stream_name")?.words ?? "no stream"
        let period = ["start", "end"].map { setting($0)?.words ?? "" }
        var parts = [
            "new, from \(period[0]) to \(period[1])", "events go to \(stream)", "from \(configuration.audience)",
        ]
        if case .experiment(let experiment) = configuration {
            parts.append("in the \(experiment.groups.count == 1 ? "group" : "groups") \(experiment.groups.enumerated)")
        }
        let attributes =
            AttributeDifference(
                from: nil, to: setting("contextual_attributes"), vocabulary, before: former)?.gainedNames ?? []
        if !attributes.isEmpty { parts.append("with \(attributes.enumerated)") }
        return ExperimentDifference(
            key: key, changes: [ExperimentChange(.added, parts.joined(separator: ", "))], findings: [])
    }
}

extension ReadExperiment {
    /// Who takes part where a wiki has no rate of its own.
    fileprivate var audience: String { "\(SamplingRule.share(sampleRate.defaultRate)) of \(sampledUnits)" }
}
