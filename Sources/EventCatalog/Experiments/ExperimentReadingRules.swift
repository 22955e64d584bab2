/// The rules by which experiments and instruments are read.
extension Rule {
    static let invalidExperiment = Rule(
        "invalid-experiment", .error, "An experiment or an instrument has a value that clients cannot read.",
        reason: "Clients leave it out: nobody is enrolled.",
        mistake: .experiment(["groups": "control"]), corrected: .experiment(["groups": "[control, treatment]"]))

    static let unknownExperimentSetting = Rule(
        "unknown-experiment-setting", .error, "An experiment or an instrument has a setting that no client reads.",
        reason: "It has no effect. A mistyped name leaves the setting that was meant at its default.",
        mistake: .experiment(["schema_di": "/analytics/product_metrics/app/base/1.3.0"]),
        corrected: .experiment(["schema_id": "/analytics/product_metrics/app/base/1.3.0"]))

    package static let experimentReadingRules = [invalidExperiment, unknownExperimentSetting]
}
