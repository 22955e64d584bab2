package import EventSchema
import EventStreams
import EventSupport

/// What to write in place of a setting that cannot be read.
package struct ReadingRemedy {
    private let issue: StreamIssue
    private let value: JSONValue?

    /// - Parameters:
    ///   - issue: the mistake.
    ///   - value: the value of the setting; `nil` where it is absent or null.
    init(_ issue: StreamIssue, _ value: JSONValue?) { (self.issue, self.value) = (issue, value) }

    var text: String {
        switch issue.path {
        case [] where !issue.stream.hasPrefix("/"): "Remove the character."
        case []: "Write a pattern between slashes, such as “/^app\\./”, or a name without a slash in front."
        case ["schema_title"] where value == nil:
            "Add “schema_title:” and the title of a schema, such as analytics/product_metrics/app/base."
        case _ where name == "unit" || name == "identifier":
            nearest(in: SamplingUnit.allCases.map(\.rawValue)) ?? "Write “unit: session”, or another of them."
        case _ where name == "rate":
            value.map { RateRemedy($0).text }
                ?? "Write “rate:” and a number from 0 to 1, such as 0.1 for one in ten."
        case ["sample", "salt"]: "Write any text in quotes, or remove “salt”."
        case _ where issue.path.dropLast().last == "provide_values":
            "Write the name of a contextual attribute, or remove the line."
        default: expected
        }
    }

    private var name: String { issue.path.last ?? "" }

    private func nearest(in names: some Sequence<String>, to name: String? = nil) -> String? {
        guard let name = name ?? value?.string else { return nil }
        return names.suggestion(for: name)
    }

    /// The remedy for a value of a wrong type.
    var expected: String {
        let message = issue.message
        if message.hasPrefix("must be a list") {
            let text = value?.string ?? value?.number.map { "\($0)" }
            return text.map { "Write a list: “\(name): [\($0)]”." } ?? "Write a list, such as “\(name): [a, b]”."
        }
        if message.hasPrefix("must be a string") { return Self.text(for: value) }
        if message.hasPrefix("must be an object") {
            return "Write names and values below “\(name)”, each in a line, such as “name: value”."
        }
        if message.contains("NUL") { return "Remove the character." }
        return "Write a value that fits, or remove the line."
    }

    /// The remedy for a value where a text must be.
    package static func text(for value: JSONValue?) -> String {
        switch value {
        case .number(let number): "Put it in quotes: “'\(number)'” is a text."
        case .bool(let flag): "Put it in quotes: “'\(flag)'” is a text."
        case .array: "Write one text, without brackets and without “- ”."
        case .object: "Write one text in the same line."
        default: "Write a text."
        }
    }
}

extension StreamIssue {
    /// The message as sentences: what must be and what is there, then the consequence.
    ///
    /// - Parameter whole: what an issue without a path is about, such as “The stream”.
    /// - Returns: the sentences, with the types of YAML.
    func sentences(about whole: String) -> String {
        let subject = path.isEmpty ? whole : setting
        let parts = message.split(separator: "; ", maxSplits: 1).map(String.init)
        let start = parts.first ?? ""
        // A message that begins with the name in question is a sentence already.
        let sentence = (start.hasPrefix("“") ? start : "\(subject) \(start)").inWordsOfYAML
            .replacing(", is ", with: "; it is ", maxReplacements: 1)
        return ([sentence] + parts.dropFirst().map(\.capitalizingFirst)).map { $0.hasSuffix(".") ? $0 : $0 + "." }
            .joined(separator: " ")
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
