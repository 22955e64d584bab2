import EventSchema
import Testing

@testable import EventCatalog

/// What a person reads who wrote something that is not YAML.
@Suite struct YAMLProblemTests {
    private func findings(_ yaml: String) -> [String] {
        do {
            _ = try SourceDocument(bytes: Array(yaml.utf8), file: "a")
            return []
        } catch {
            return error.findings.map(\.description)
        }
    }

    private static let indentation =
        ", and the lines of its level begin in another column. Begin all names, or all entries, of one level in the same "
        + "column."
    private static let tab =
        "The line is indented by a tab. Use spaces: YAML allows no tabs in front of names and list entries."
    private static let otherSpace =
        "The text begins with a space that YAML does not count as indentation, such as a no-break space. Delete the spaces in front of the "
        + "text, and type them again."
    private static let second =
        "A second document begins here. Keep one document in a file: remove the line “---” or “...”, or move what follows "
        + "into another file."
    private static let noSpace = "There is no space after the colon. Write “: ” between a name and its value."
    private static let noColon =
        "There is no “: ” in this line. Write a name, a colon and a space in front of the value, or remove the line."
    private static let end =
        "Text follows where a value has ended. Put the whole value in quotes, or remove what follows. In single quotes, "
        + "write an apostrophe twice."

    @Test(
        arguments: [
            ("s:\n\ttitle: x\n", "a:2:1: \(tab)"), ("s:\n  - a\n\t- b\n", "a:3:1: \(tab)"),
            ("s:\n  a: 1\n \t b: 2\n", "a:3:2: \(tab)"), ("s:\n  -\ta: 1\n", "a:2:4: \(tab)"),
            ("s:\n\u{A0}\u{A0}a: x\n  b: 1\n", "a:2:1: \(otherSpace)"),
            ("s:\n  b: 1\n \u{2009}a: x\n", "a:3:2: \(otherSpace)"),
            ("a: 1\n---\nb: 2\n", "a:2:1: \(second)"), ("---\na: 1\n...\nb: 2\n", "a:4:1: \(second)"),
            ("a:\n    b: 1\n  c: 2\n", "a:3:3: The line begins in column 3\(indentation)"),
            ("  a: 1\nb: 2\n", "a:2:1: The line begins in column 1\(indentation)"),
            ("a:\n  - b\n - c\n", "a:3:2: The line begins in column 2\(indentation)"),
            ("a: |\n  x\n y\n", "a:3:2: The line begins in column 2\(indentation)"),
            (
                "a:\n  b: 1\n    c: 2\n",
                "a:3:5: The line is indented further than the line above, which has a value already. Indent both by the "
                    + "same number of spaces, or remove the value above."
            ),
            ("s:\n  title:x\n  sample: {}\n", "a:2:8: \(noSpace)"), ("s:\n  a: 1\n  b:1\n", "a:3:4: \(noSpace)"),
            ("s:\n  # why\n\n  title:x\n  b: 1\n", "a:4:8: \(noSpace)"),
            ("s:\n  title\n  b: 1\n", "a:2:3: \(noColon)"), ("s:\n  b: 1\n  title\n", "a:3:3: \(noColon)"),
            (
                "a: Note: this\n",
                "a:1:8: The value contains “: ”, which separates a name from a value. Put the value in quotes."
            ),
            ("a: 'it's'\n", "a:1:8: \(end)"), ("a: [b]]\n", "a:1:7: \(end)"),
            (
                "a: 1\n- b\n",
                "a:2:1: A list entry stands among the names of a map. Write the list below a name of its own, or a name "
                    + "in place of “-”."
            ),
            (
                "- b\na: 1\n",
                "a:2:1: This stands among the entries of a list and is not an entry. Begin it with “- ”, or begin the line "
                    + "in the column of another name."
            ),
            (
                "a: [b,\nc: 1\n",
                "a:1:4: A list in brackets lacks a “,” or its end. Write “,” between entries, and “]” at the end."
            ),
            (
                "a: {b: 1 c: 2}\n",
                "a:1:11: A map in braces lacks a “,” or its end. Write “,” between members, and “}” at the end."
            ),
            (
                "a: [\n",
                "a:2:1: An entry is missing here, or the end of a list in brackets or of a map in braces. Write the entry "
                    + "or the closing bracket."
            ),
            ("b: 1\na: 'x\n", "a:2:4: The quoted text that begins here does not end. Add the closing quote."),
            ("a: @b\n", "a:1:4: A value or a name cannot begin with “@”. Put it in quotes."),
            ("a: %b\n", "a:1:4: A value or a name cannot begin with “%”. Put it in quotes."),
            (
                "a: - b\n",
                "a:1:4: A list cannot begin in the line of its name. Write each entry in a line of its own, after “- ”."
            ),
            (
                "a: \"\\d\"\n",
                "a:1:5: In double quotes, “\\” must be doubled. Write “\\\\”, or put the text in single quotes."
            ),
            (
                "a: >=1\n",
                "a:1:5: A value that begins with “|” or “>” has its text in the lines below. Put the value in quotes."
            ),
            (
                "a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> x\n",
                "a:2:1: The line is left from a merge conflict. Keep one of the two versions, and remove the lines of "
                    + "“<<<<<<<”, “=======” and “>>>>>>>”."
            ),
            (
                "a: 1\n\u{FEFF}b: 2\n",
                "a:2:1: The line has a byte order mark, which is invisible. Remove it: delete the line and type it again."
            ),
        ])
    func `a text that is not YAML is reported in plain words, at the place to correct`(
        yaml: String, expected: String
    ) {
        #expect(findings(yaml) == [expected])
        let windows = yaml.replacing("\n", with: "\r\n")
        #expect(findings(windows) == [expected], "with line ends of Windows")
    }

    @Test(
        arguments: [
            "---\na: 1\n", "a: 1\n...\n", "a:\t1\n", "a: 1\t# why\n", "a: 'x: y'\n", "a: http://x\n", "a:\n- b\n- c\n",
            "a: {b: 1,\n    c: 2}\n", "a: \"x\n  y\"\n", "<<<: 1\n",
        ])
    func `a text that is almost a mistake is read`(yaml: String) {
        #expect(findings(yaml) == [])
    }
}
