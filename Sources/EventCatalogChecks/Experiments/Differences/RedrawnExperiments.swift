import EventCatalog
import EventSchemaTools
import EventStreams

extension Rule {
    static let redrawnExperiment = Rule(
        "redrawn-experiment", .error,
        "A change of a running experiment moves people to other groups, or draws anew who takes part.",
        reason: """
            Events from before and after the change have the same group and come from other people, so that the groups \
            cannot be compared any more.
            """,
        mistake: .changed(["groups": "[treatment, control]"]),
        corrected: .changed(["name": "search-suggestions-2", "groups": "[treatment, control]"]))
}

/// The experiments that run before a change and after it, and that the change draws anew.
struct RedrawnExperiments {
    /// The findings in the files after the change.
    let findings: [CatalogFinding]

    /// - Parameters:
    ///   - before: the folders before the change, with their files.
    ///   - now: the folders after it, with their files.
    ///   - asOf: the date by which it is decided which experiments run; with `nil`, none runs for certain.
    init(
        from before: (folders: CatalogFolders, sources: SourceFiles),
        to now: (folders: CatalogFolders, sources: SourceFiles), asOf: UTCInstant?
    ) {
        guard let asOf, let old = ExperimentSnapshot(readableIn: before.folders, before.sources),
            let new = ExperimentSnapshot(readableIn: now.folders, now.sources)
        else {
            findings = []
            return
        }
        findings = ExperimentComparison(from: old, to: new, asOf: asOf).findings
    }
}

extension ExperimentPair {
    /// The finding for a change that spoils the results of what runs; `nil` for any other change.
    func finding(of change: ExperimentChange) -> CatalogFinding? {
        guard let effect = change.effect, let setting = change.setting else { return nil }
        return CatalogFinding(
            .redrawnExperiment, after.location(of: setting),
            "The \(after.key.list.entry) “\(after.key.name)” runs, and “\(setting)” changes: \(effect).",
            remedy: "Restore the setting, or begin again under another name.")
    }
}

extension RuleExample {
    /// An experiment that runs, before a change of its settings and after it.
    fileprivate static func changed(_ changes: [String: String]) -> RuleExample {
        let running = ["start": "2025-03-01T00:00:00Z"]
        return [
            "before/Experiments/example.yaml": entry(running),
            "after/Experiments/example.yaml": entry(running.merging(changes) { $1 }),
        ]
    }
}
