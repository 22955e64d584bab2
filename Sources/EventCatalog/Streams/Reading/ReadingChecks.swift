import EventSchema
import EventStreams

extension Rule {
    package static let invalidSetting = Rule(
        "invalid-setting", .error, "A setting has a value that clients cannot read.",
        reason: "Clients leave the whole stream out, so that none of its events is sent.",
        mistake: .setting("topics: app.search"), corrected: .setting("topics: [app.search]"))

    package static let invalidPattern = Rule(
        "invalid-pattern", .error, "The name of a stream begins with “/” and is not a pattern to search for.",
        reason: "The platform's configuration service fails as a whole; our clients leave the stream out.",
        mistake: .streams("/^app\\.(search"), corrected: .streams("/^app\\.(search)/"))

    package static let missingSchemaTitle = Rule(
        "missing-schema-title", .error, "A stream has no schema_title.",
        reason: "The intake refuses the stream's events: it compares the title of their schema with this setting.",
        mistake: "app.search:\n  destination_event_service: eventgate-analytics-external\n",
        corrected: .setting("destination_event_service: eventgate-analytics-external"))

    package static let invalidSampling = Rule(
        "invalid-sampling", .error, "The sampling of a stream cannot be read.",
        reason: "Where sampling cannot be read, no event of the stream is in sample.",
        mistake: .sampled("unit: session, rate: '0.5'"), corrected: .sampled("unit: session, rate: 0.5"))

    package static let rateOutOfRange = Rule(
        "rate-out-of-range", .error, "The rate of a stream is not from 0 to 1.",
        reason: """
            A rate is a share. Clients read a rate above 1 as 1, which takes every unit, and one below 0 as 0, which \
            takes none.
            """,
        mistake: .sampled("unit: session, rate: 50"), corrected: .sampled("unit: session, rate: 0.5"))
}

/// The mistakes that clients find when they read the settings.
package enum ReadingChecks {
    /// The mistakes in the streams of a folder.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - isKnown: whether another finding says why a setting is absent. The default is that a part of the stream or
    ///     of the defaults could not be read.
    /// - Returns: the findings, in no order.
    package static func findings(
        in folder: StreamFolder, isKnown: (_ path: [String], _ stream: AuthoredStream) -> Bool = { !$1.isComplete }
    ) -> [CatalogFinding] {
        let broken = folder.configurations.quarantined.flatMap { $0.issues + $0.remarks }
        return (broken + folder.configurations.diagnostics).filter { !isAboutEvents($0) }.compactMap { issue in
            guard let stream = folder.stream(named: issue.stream) else { return nil }
            let isExplained = issue.message.contains("is missing") && isKnown(issue.path, stream)
            return isExplained ? nil : finding(for: issue, in: stream)
        }
    }

    private static let client = ["producers", "metrics_platform_client"]

    /// Whether the stream is in use, and the client's remark is about an attribute or about curation: what that does
    /// to events is checked with their schema.
    private static func isAboutEvents(_ issue: StreamIssue) -> Bool {
        guard issue.path.starts(with: client), issue.path.count > client.count + 1 else { return false }
        let block = issue.path[client.count]
        return block == "curation" || (block == "provide_values" && !issue.message.hasPrefix("must be"))
    }

    private static func finding(for issue: StreamIssue, in stream: AuthoredStream) -> CatalogFinding {
        let value = stream.value(at: issue.path)
        return CatalogFinding(
            rule(for: issue), stream.location(of: issue.path), issue.sentences(about: "The stream"),
            remedy: ReadingRemedy(issue, value).text, edits: edits(for: issue, value, in: stream))
    }

    /// The edit that takes the quotes of a rate away.
    private static func edits(for issue: StreamIssue, _ value: JSONValue?, in stream: AuthoredStream) -> [TextEdit] {
        guard issue.path.last == "rate", let rate = value.flatMap({ RateRemedy($0).unquoted }) else { return [] }
        let edits = ["\"\(rate)\"", "'\(rate)'"].lazy.map {
            stream.edits(replacing: $0, with: rate, at: issue.path)
        }
        return edits.first { !$0.isEmpty } ?? []
    }

    private static func rule(for issue: StreamIssue) -> Rule {
        switch issue.path {
        case [] where issue.stream.hasPrefix("/"): .invalidPattern
        case ["schema_title"] where issue.message.hasPrefix("is missing"): .missingSchemaTitle
        case _ where issue.path.last == "rate" && issue.message.hasPrefix("should be"): .rateOutOfRange
        case _ where issue.path.first == "sample", _ where issue.path.starts(with: client + ["sampling"]):
            .invalidSampling
        default: .invalidSetting
        }
    }
}
