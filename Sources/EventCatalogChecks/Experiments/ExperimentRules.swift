import EventCatalog

extension Rule {
    static let invalidExperimentName = Rule(
        "invalid-experiment-name", .error, "The name of an experiment is too short, too long or has other characters.",
        reason: "Clients leave the experiment out. The name is part of headers, parameters and events.",
        mistake: .experiment(["name": "search"]), corrected: .experiment(["name": "search-suggestions"]))

    static let duplicateExperiment = Rule(
        "duplicate-experiment", .error, "Two experiments, or two instruments, have the same name.",
        reason: "Clients use the first and leave the other out, whatever their periods are.",
        mistake: ["Experiments/a.yaml": RuleExample.entry(), "Experiments/b.yaml": RuleExample.entry()],
        corrected: [
            "Experiments/a.yaml": RuleExample.entry(),
            "Experiments/b.yaml": RuleExample.entry(["name": "search-suggestions-2"]),
        ])

    static let invalidDate = Rule(
        "invalid-date", .error, "The start or the end of an experiment or an instrument is not a date.",
        reason: "Clients leave it out. Some older services then leave out every experiment.",
        mistake: .experiment(["start": "yesterday"]), corrected: .experiment(["start": "2026-03-01T00:00:00Z"]))

    static let reversedPeriod = Rule(
        "reversed-period", .error, "An experiment or an instrument ends before it starts.",
        reason: "It is never active.",
        mistake: .experiment(["end": "2026-02-28T00:00:00Z"]), corrected: .experiment(["end": "2026-03-31T00:00:00Z"]))

    static let endedExperiment = Rule(
        "ended-experiment", .warning, "An experiment or an instrument has ended.",
        reason: "It has no effect any more, while clients fetch it and code asks for it.",
        mistake: .experiment(["start": "2025-01-01", "end": "2025-06-30"]),
        corrected: .experiment(["start": "2025-01-01", "end": "2026-06-30"]))

    static let streamExpiresFirst = Rule(
        "stream-expires-first", .warning, "The stream of an experiment or an instrument expires before it ends.",
        reason: "The owner of the stream plans to stop collecting its events, while the experiment still needs them.",
        mistake: .experiment(
            ["end": "2026-12-31T00:00:00Z"], stream: "app.search", streamSettings: "  expires: 2026-06-30\n"),
        corrected: .experiment(
            ["end": "2026-06-30T00:00:00Z"], stream: "app.search", streamSettings: "  expires: 2026-06-30\n"))

    static let missingSampleRate = Rule(
        "missing-sample-rate", .error, "An experiment or an instrument has no sample rate.",
        reason: "Most clients read it as 0, so that nobody takes part; Android reads it as 1.",
        mistake: .experiment(["sample_rate": "{}"]), corrected: .experiment(["sample_rate": "{default: 0}"]))

    static let invalidSampleRate = Rule(
        "invalid-sample-rate", .error, "A sample rate is not a number from 0 to 1, or is not for a list of wikis.",
        reason: "Clients read a rate without a number as 0, and leave out an experiment whose rate is beyond 0 to 1.",
        mistake: .experiment(["sample_rate": "{defalt: 0.5}"]),
        corrected: .experiment(["sample_rate": "{default: 0.5}"]))

    static let repeatedWiki = Rule(
        "repeated-wiki", .warning, "A sample rate names a wiki twice.",
        reason: "Clients use the first rate that names the wiki. Another one has no effect there.",
        mistake: .experiment(["sample_rate": "{default: 0, 0.1: [enwiki], 0.2: [enwiki]}"]),
        corrected: .experiment(["sample_rate": "{default: 0, 0.1: [enwiki], 0.2: [frwiki]}"]))

    static let missingGroups = Rule(
        "missing-groups", .error, "An experiment has no groups.",
        reason: "There is no group to put anyone in, so that clients leave the experiment out.",
        mistake: .experiment(["groups": "[]"]), corrected: .experiment(["groups": "[control, treatment]"]))

    static let invalidGroup = Rule(
        "invalid-group", .error, "The name of a group is too long or has other characters.",
        reason: "Clients leave the experiment out. The name is part of headers, parameters and events.",
        mistake: .experiment(["groups": "[control, new button]"]),
        corrected: .experiment(["groups": "[control, new-button]"]))

    static let repeatedGroup = Rule(
        "repeated-group", .warning, "An experiment has a group twice.",
        reason: "The group gets two shares. A mistyped name leaves the group that was meant without anyone.",
        mistake: .experiment(["groups": "[control, control]"]),
        corrected: .experiment(["groups": "[control, treatment]"]))

    static let singleGroup = Rule(
        "single-group", .warning, "An experiment has one group.",
        reason: "Everybody who takes part is in it, so that there is nothing to compare it with.",
        mistake: .experiment(["groups": "[treatment]"]), corrected: .experiment(["groups": "[control, treatment]"]))

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

    static let unknownStream = Rule(
        "unknown-stream", .error, "An experiment or an instrument names a stream that does not exist.",
        reason: "Clients drop its events, and the intake refuses them.",
        mistake: .experiment(["stream_name": "app.serch"], stream: "app.search"),
        corrected: .experiment(["stream_name": "app.search"], stream: "app.search"))

    static let switchedOffStream = Rule(
        "switched-off-stream", .warning, "An experiment or an instrument is running, and its stream has the rate 0.",
        reason: "No event of the stream is collected, so that nothing is learnt from those who take part.",
        mistake: .experiment(
            ["start": "2025-03-01T00:00:00Z"], stream: "app.search",
            streamSettings: """
                  # eventctl-allow zero-rate until 2026-06-30: switched off until the new version is released
                  sample: {unit: session, rate: 0}

                """),
        corrected: .experiment(
            ["start": "2025-03-01T00:00:00Z"], stream: "app.search",
            streamSettings: "  sample: {unit: session, rate: 0.5}\n"))

    static let unknownSchemaID = Rule(
        "unknown-schema-id", .error, "No schema has the $id that an experiment names.",
        reason: "The intake refuses the events of the experiment.",
        mistake: .experiment(["schema_id": "/analytics/product_metrics/app/base/9.0.0"]),
        corrected: .experiment(["schema_id": "/analytics/product_metrics/app/base/1.3.0"]))

    static let schemaMismatch = Rule(
        "schema-mismatch", .error, "An experiment or an instrument names another schema than its stream takes.",
        reason:
            "The intake compares the schema of an event with the schema_title of its stream, and refuses the event.",
        mistake: .experiment(["schema_id": "/analytics/product_metrics/server/base/1.0.0"], stream: "app.search"),
        corrected: .experiment(["schema_id": "/analytics/product_metrics/app/base/1.3.0"], stream: "app.search"))
}
