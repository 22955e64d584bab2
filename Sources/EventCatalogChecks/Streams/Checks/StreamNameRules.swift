import EventCatalog

extension Rule {
    static let missingStreamName = Rule(
        "missing-stream-name", .error, "A stream has no name.",
        reason: "No event can name the stream.",
        mistake: .streams("''"), corrected: .search)

    static let streamNameSeparator = Rule(
        "stream-name-separator", .error, "The name of a stream has a “|”.",
        reason: "Requests for configurations separate names by “|”, so no client can ask for the stream.",
        mistake: .streams("app|search"), corrected: .search)

    static let streamNameForm = Rule(
        "stream-name-form", .warning,
        "A stream's name has characters that topics cannot have, two dots in a row, a sign at an end, or “x-” in "
            + "front.",
        reason: "Topics, tables and folders are named after the stream. Kafka takes letters, digits, “.”, “_” and “-”.",
        mistake: .streams("app search"), corrected: .search)

    static let streamNameCase = Rule(
        "stream-name-case", .warning, "The name of a stream has capital letters.",
        reason: "Tables are named after the stream, and their names have no case; neither do those of other streams.",
        mistake: .streams("app.Search"), corrected: .search)

    static let longStreamName = Rule(
        "long-stream-name", .warning, "The name of a stream is too long for a topic.",
        reason: "Topics are named after the stream, and Kafka takes 249 characters at most.",
        mistake: .streams("app.\(String(repeating: "search.", count: 36))x"), corrected: .search)

    static let reservedStreamName = Rule(
        "reserved-stream-name", .warning, "The name of a stream begins with “eventlogging_”.",
        reason: "Consumers treat streams of that prefix as legacy streams, whose events have another form.",
        mistake: .streams("eventlogging_Search"), corrected: .search)

    static let similarStreamNames = Rule(
        "similar-stream-names", .warning, "The names of two streams differ in one letter, in case or in separators.",
        reason: "One of the two is often a misspelling. Events of the misspelt name are refused, or split in two.",
        mistake: .streams("app.search", "app.serach"), corrected: .search)
}
