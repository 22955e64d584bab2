import EventSchema
import EventStreams
import EventSupport

/// The mistakes that clients find when they read the settings.
enum ReadingChecks {
    static func findings(in context: StreamCheckContext) -> [CatalogFinding] {
        let broken = context.configurations.quarantined.flatMap { $0.issues + $0.remarks }
        let issues = (broken + context.configurations.diagnostics).filter { !isCheckedElsewhere($0) }
        return issues.compactMap { issue in
            context.folder.stream(named: issue.stream).map { finding(for: issue, in: $0) }
        }
    }

    /// Whether the client's remark has a rule of its own in `AttributeChecks` or `CurationChecks`.
    private static func isCheckedElsewhere(_ issue: StreamIssue) -> Bool {
        let client = "producers.metrics_platform_client."
        let isName = issue.path.hasPrefix(client + "provide_values[") && !issue.message.hasPrefix("must be")
        return isName || issue.path.hasPrefix(client + "curation.")
    }

    private static func finding(for issue: StreamIssue, in stream: AuthoredStream) -> CatalogFinding {
        CatalogFinding(
            rule(for: issue), stream.location(ofIssueAt: issue.path), problem(of: issue),
            remedy: ReadingRemedy(issue, in: stream).text)
    }

    /// The message as sentences: what must be and what is there, then the consequence.
    private static func problem(of issue: StreamIssue) -> String {
        let setting = issue.path.isEmpty ? "The stream" : issue.path
        let parts = issue.message.split(separator: "; ", maxSplits: 1).map(String.init)
        let start = parts.first ?? ""
        // A message that begins with the name in question is a sentence already.
        let sentence = (start.hasPrefix("“") ? start : "\(setting) \(start)").inWordsOfYAML
            .replacing(", is ", with: "; it is ", maxReplacements: 1)
        return ([sentence] + parts.dropFirst().map(\.capitalizingFirst)).map { $0.hasSuffix(".") ? $0 : $0 + "." }
            .joined(separator: " ")
    }

    private static func rule(for issue: StreamIssue) -> Rule {
        let client = "producers.metrics_platform_client."
        return switch issue.path {
        case "" where issue.stream.hasPrefix("/"): .invalidPattern
        case "schema_title" where issue.message.hasPrefix("is missing"): .missingSchemaTitle
        case _ where issue.path.hasPrefix("sample"), _ where issue.path.hasPrefix(client + "sampling"): .invalidSampling
        default: .invalidSetting
        }
    }
}

/// What to write in place of a setting that cannot be read.
private struct ReadingRemedy {
    private let issue: StreamIssue
    private let value: JSONValue?

    init(_ issue: StreamIssue, in stream: AuthoredStream) {
        self.issue = issue
        value = stream.value(ofIssueAt: issue.path)
    }

    var text: String {
        switch issue.path {
        case "" where !issue.stream.hasPrefix("/"): "Remove the character."
        case "": "Write a pattern between slashes, such as “/^app\\./”, or a name without a slash in front."
        case "schema_title" where value == nil:
            "Add “schema_title:” and the title of a schema, such as analytics/product_metrics/app/base."
        case _ where name == "unit" || name == "identifier":
            nearest(in: SamplingUnit.allCases.map(\.rawValue)) ?? "Write “unit: session”, or another of them."
        case _ where name == "rate": "Write “rate:” and a number from 0 to 1, such as 0.1 for one in ten."
        case "sample.salt": "Write any text in quotes, or remove “salt”."
        case _ where issue.path.contains("provide_values["): attribute
        default: expected
        }
    }

    private var name: String { issue.path.split(separator: ".").last.map(String.init) ?? "" }

    private func nearest(in names: some Sequence<String>, to name: String? = nil) -> String? {
        guard let name = name ?? value?.string else { return nil }
        return names.nearest(to: name).map { "Did you mean “\($0)”?" }
    }

    private var attribute: String {
        nearest(in: ContextualAttribute.allCases.map(\.rawValue))
            ?? "Write the name of a contextual attribute, such as page_id, or remove the line."
    }

    /// The remedy for a value of a wrong type.
    private var expected: String {
        let message = issue.message
        if message.hasPrefix("must be a list") {
            let text = value?.string ?? value?.number.map { "\($0)" }
            return text.map { "Write a list: “\(name): [\($0)]”." } ?? "Write a list, such as “\(name): [a, b]”."
        }
        if message.hasPrefix("must be a string") { return text(for: value) }
        if message.hasPrefix("must be an object") {
            return "Write names and values below “\(name)”, each in a line, such as “name: value”."
        }
        if message.contains("NUL") { return "Remove the character." }
        return "Write a value that fits, or remove the line."
    }

    private func text(for value: JSONValue?) -> String {
        switch value {
        case .number(let number): "Write a text; in quotes, “'\(number)'” is one."
        case .bool(let flag): "Write a text; in quotes, “'\(flag)'” is one."
        case .array: "Write one text, without brackets and without “- ”."
        case .object: "Write one text in the same line."
        default: "Write a text."
        }
    }
}

extension String {
    fileprivate var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The text with the types of YAML in place of those of JSON.
    fileprivate var inWordsOfYAML: String {
        [("an object", "a map"), ("an array", "a list"), ("a string", "a text"), ("an integer", "a number")]
            .reduce(self) { $0.replacing($1.0, with: $1.1) }
    }
}
