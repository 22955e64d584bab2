extension Rule {
    static let invalidExperiment = Rule(
        "invalid-experiment", .error, "An experiment or an instrument has a value that clients cannot read.",
        reason: "Clients leave it out: nobody is enrolled.",
        mistake: ["Experiments/example.yaml": RuleExample.experiment("start: yesterday")],
        mended: ["Experiments/example.yaml": RuleExample.experiment("start: 2026-03-01T00:00:00Z")])

    static let unknownExperimentSetting = Rule(
        "unknown-experiment-setting", .error, "An experiment or an instrument has a setting that no client reads.",
        reason: "It has no effect. A mistyped name leaves the setting that was meant at its default.",
        mistake: [
            "Experiments/example.yaml": RuleExample.experiment("strat: 2026-03-01\n    start: 2026-03-01T00:00:00Z")
        ],
        mended: ["Experiments/example.yaml": RuleExample.experiment("start: 2026-03-01T00:00:00Z")])

    static let experimentRules = [invalidExperiment, unknownExperimentSetting]
}

extension RuleExample {
    /// The text of a file with one experiment.
    static func experiment(_ line: String) -> String {
        """
        experiments:
          - name: search-suggestions
            \(line)
            end: 2026-12-31T00:00:00Z
            groups: [control, treatment]
            sample_rate: {default: 0.5}
            user_identifier_type: session
            stream_name: app.search
        """
    }
}
