import EventSchema
import EventStreams

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
