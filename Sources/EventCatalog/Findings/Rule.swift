/// A rule that files of schemas, streams and experiments are checked against.
///
/// ```swift
/// for rule in Rule.all { print(rule.id, rule.summary) }
/// ```
public struct Rule: Sendable, Identifiable {
    /// The name in findings, waivers and baselines. It stays the same in later versions, also of a rule that is
    /// retired.
    public let id: String
    /// How serious its findings are.
    public let severity: Severity
    /// What the rule finds, as a sentence.
    public let summary: String
    /// Why that matters, as one or more sentences.
    public let reason: String
    /// An example with one finding of the rule and no other.
    public let mistake: RuleExample
    /// The same example, corrected: it has no finding.
    public let corrected: RuleExample

    package init(
        _ id: String, _ severity: Severity, _ summary: String, reason: String, mistake: RuleExample,
        corrected: RuleExample
    ) {
        self.id = id
        self.severity = severity
        self.summary = summary
        self.reason = reason
        self.mistake = mistake
        self.corrected = corrected
    }
}

extension Rule: Hashable {
    /// Whether both have the same ``id``.
    public static func == (left: Rule, right: Rule) -> Bool { left.id == right.id }

    /// Hashes the ``id``.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The files of an example, by their paths in a project, such as `Streams/example.yaml`.
public struct RuleExample: Sendable, Hashable {
    /// The content of each file.
    public let files: [String: String]

    package init(files: [String: String]) { self.files = files }
}

extension RuleExample: ExpressibleByStringLiteral {
    /// The text of `Streams/example.yaml`, the only file.
    public init(stringLiteral text: String) { files = ["Streams/example.yaml": text] }
}

extension RuleExample: ExpressibleByDictionaryLiteral {
    /// The files, by path.
    public init(dictionaryLiteral files: (String, String)...) {
        self.files = Dictionary(files) { first, _ in first }
    }
}
