import EventSchema
import EventStreams

/// The mistakes that clients find when they read the settings.
enum ReadingChecks {
    static func findings(in context: StreamCheckContext) -> [CatalogFinding] {
        let broken = context.configurations.quarantined.flatMap { $0.issues + $0.remarks }
        let issues = (broken + context.configurations.diagnostics).filter { !isCheckedElsewhere($0) }
        return issues.compactMap { issue in
            guard let stream = context.folder.stream(named: issue.stream) else { return nil }
            let isKnown = issue.message.contains("is missing") && stream.isAbsentForKnownReason(issue.path)
            return isKnown ? nil : finding(for: issue, in: stream)
        }
    }

    private static let client = ["producers", "metrics_platform_client"]

    /// Whether the client's remark has a rule of its own in `AttributeChecks` or `CurationChecks`.
    private static func isCheckedElsewhere(_ issue: StreamIssue) -> Bool {
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
