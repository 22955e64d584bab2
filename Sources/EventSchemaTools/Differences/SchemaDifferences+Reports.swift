package import EventSchema

/// What changed in schemas, for people and programs.
package struct SchemaDifferences: Sendable {
    /// The schemas with differences, ordered by title.
    package let differences: [SchemaDifference]

    package init(_ differences: [SchemaDifference]) {
        self.differences = differences.filter { !$0.isEmpty }.sorted { $0.title < $1.title }
    }

    /// A heading for each schema, and under it a line for each change, with the verdict in front.
    package var lines: [String] {
        if differences.isEmpty { return ["No schema changes."] }
        let widest = CompatibilityVerdict.allCases.map(\.words.count).max() ?? 0
        return differences.flatMap { difference in
            [difference.heading]
                + difference.changes.map { change in
                    let verdict = change.verdict.words
                    return "  \(verdict)\(String(repeating: " ", count: widest - verdict.count))  \(change.words)"
                }
        }
    }

    /// `{"schemas": [{"title", "old", "new", "changes": […]}]}`.
    package var json: JSONObject { ["schemas": .array(differences.map { .object($0.json) })] }

    /// A comment of a pull request, in the Markdown of GitHub and GitLab: a table for each schema. Longer than these
    /// services take, it is cut at a schema, and says so.
    package var markdown: String {
        var text = "### Schemas\n"
        if differences.isEmpty { return text + "\nNo schema changes.\n" }
        for (place, difference) in differences.enumerated() {
            let section = difference.markdown
            guard text.utf8.count + section.utf8.count <= Self.maximumCommentBytes else {
                return text + "\n… and \(differences.count - place) more; see `eventctl schemas diff`.\n"
            }
            text += section
        }
        return text
    }

    /// GitHub's limit is 65 536 characters.
    private static let maximumCommentBytes = 60_000
}

extension SchemaDifference {
    fileprivate var markdown: String {
        let head = "\n**\(Markdown.escaped(heading, keepsCode: true))**\n"
        if changes.isEmpty { return head }
        let rows = changes.map { "| \($0.verdict.words) | \(Markdown.escaped($0.words, keepsCode: true)) |\n" }
        return head + "\n| verdict | change |\n| --- | --- |\n" + rows.joined()
    }
}
