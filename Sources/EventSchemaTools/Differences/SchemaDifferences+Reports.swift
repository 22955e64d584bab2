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
        let beginning = "### Schemas\n" + (differences.isEmpty ? "\nNo schema changes.\n" : "")
        return Markdown.text(beginning, differences.map(\.markdown), rest: "schemas diff")
    }
}

extension SchemaDifference {
    fileprivate var markdown: String {
        let head = "\n**\(Markdown.escaped(heading, keepsCode: true))**\n"
        if changes.isEmpty { return head }
        let rows = changes.map { "| \($0.verdict.words) | \(Markdown.escaped($0.words, keepsCode: true)) |\n" }
        return head + "\n| verdict | change |\n| --- | --- |\n" + rows.joined()
    }
}
