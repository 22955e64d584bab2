import EventCatalog
import EventSupport

/// Markdown of GitHub and GitLab.
package enum Markdown {
    /// The number of bytes of a comment of a pull request. GitHub's limit is 65 536 characters.
    package static let maximumCommentBytes = 60_000

    /// A text that is shown as it is, also in a cell of a table: without markup, mentions and references to issues.
    ///
    /// With `keepsCode`, what is between backquotes is code, in which only a bar is escaped.
    package static func escaped(_ text: String, keepsCode: Bool = false) -> String {
        var isCode = false
        return text.unicodeScalars.map { scalar in
            if keepsCode, scalar == "`" {
                isCode.toggle()
                return "`"
            }
            if isCode, scalar != "|", scalar != "\n", scalar != "\r" { return String(scalar) }
            return switch scalar {
            case "\\", "`", "*", "_", "[", "]", "|", "~": "\\\(scalar)"
            case "<": "&lt;"
            case ">": "&gt;"
            case "&": "&amp;"
            case "@", "#": "\(scalar)<!-- -->"
            case "\n", "\r": " "
            default: String(scalar)
            }
        }.joined()
    }

    /// A heading in bold letters, and the texts as a list under it.
    package static func section(_ heading: String, _ texts: [String]) -> String {
        "\n**\(heading)**\n\n" + texts.map { "- \(escaped($0))\n" }.joined()
    }

    /// Sections between a beginning and an end. Longer than a number of bytes, the text has fewer sections, and names
    /// the command that shows the rest.
    package static func text(
        _ beginning: String, _ sections: [String], end: String = "", maximumBytes: Int = maximumCommentBytes,
        rest command: String = "streams diff"
    ) -> String {
        var text = beginning
        for (place, section) in sections.enumerated() {
            guard text.utf8.count + section.utf8.count + end.utf8.count <= maximumBytes else {
                return text + "\n… and \(sections.count - place) more; see `eventctl \(command)`.\n" + end
            }
            text += section
        }
        return text + end
    }
}

/// The errors that a change leaves in files, under a heading of their own.
package struct RemainingErrors {
    let errors: [String]

    package init(errors: [String]) { self.errors = errors }

    private static let maximumErrors = 20

    private var heading: String? {
        if errors.isEmpty { return nil }
        return "\(errors.count.counted("error")) after the change"
    }

    /// All errors as text.
    package var lines: [String] { heading.map { [$0] + errors.map { "  \($0)" } } ?? [] }

    /// The first errors as Markdown.
    package var markdown: String {
        guard let heading else { return "" }
        let others = errors.count - Self.maximumErrors
        return Markdown.section(heading, Array(errors.prefix(Self.maximumErrors)))
            + (others > 0 ? "\n… and \(others) more; see `eventctl check`.\n" : "")
    }
}
