/// The rules by which streams are read.
extension Rule {
    package static let invalidSetting = Rule(
        "invalid-setting", .error, "A setting has a value that clients cannot read.",
        reason: "Clients leave the whole stream out, so that none of its events is sent.",
        mistake: .setting("topics: app.search"), corrected: .setting("topics: [app.search]"))

    static let duplicateStream = Rule(
        "duplicate-stream", .error, "Two files have a stream of the same name, or there are two files of defaults.",
        reason: "Only one of the two can be used.",
        mistake: ["Streams/reading.yaml": RuleExample.stream(), "Streams/search.yaml": RuleExample.stream()],
        corrected: ["Streams/search.yaml": RuleExample.stream()])

    package static let otherStreamName = Rule(
        "other-stream-name", .error, "The setting stream differs from the name of the stream.",
        reason: "It is ignored: the name in front of the settings is the stream's name.",
        mistake: .setting("stream: app.find"), corrected: .search)

    static let invalidPattern = Rule(
        "invalid-pattern", .error, "The name of a stream begins with “/” and is not a pattern to search for.",
        reason: "The platform's configuration service fails as a whole; our clients leave the stream out.",
        mistake: .streams("/^app\\.(search"), corrected: .streams("/^app\\.(search)/"))

    static let missingSchemaTitle = Rule(
        "missing-schema-title", .error, "A stream has no schema_title.",
        reason: "The intake refuses the stream's events: it compares the title of their schema with this setting.",
        mistake: "app.search:\n  destination_event_service: eventgate-analytics-external\n",
        corrected: .setting("destination_event_service: eventgate-analytics-external"))

    static let invalidSampling = Rule(
        "invalid-sampling", .error, "The sampling of a stream cannot be read.",
        reason: "Where sampling cannot be read, no event of the stream is in sample.",
        mistake: .sampled("unit: session, rate: '0.5'"), corrected: .sampled("unit: session, rate: 0.5"))

    static let rateOutOfRange = Rule(
        "rate-out-of-range", .error, "The rate of a stream is not from 0 to 1.",
        reason: """
            A rate is a share. Clients read a rate above 1 as 1, which takes every unit, and one below 0 as 0, which \
            takes none.
            """,
        mistake: .sampled("unit: session, rate: 50"), corrected: .sampled("unit: session, rate: 0.5"))

    static let misplacedEntry = Rule(
        "misplaced-entry", .error, "An entry of a file of streams is not a stream: its level or its file is wrong.",
        reason: "No stream is made of it, so that no client reads its settings.",
        mistake: "streams:\n  app.search:\n    schema_title: analytics/product_metrics/app/base\n", corrected: .search)

    package static let streamReadingRules = [
        invalidSetting, duplicateStream, otherStreamName, invalidPattern, missingSchemaTitle, invalidSampling,
        rateOutOfRange, misplacedEntry,
    ]
}
