import EventCatalog

extension Rule {
    static let malformedWaiver = Rule(
        "malformed-waiver", .error,
        "A waiver is misspelt, lacks its rule, date or reason, stands behind a value, or is of a rule without waivers.",
        reason: "It waives nothing. Rule, date and reason let the next reader decide whether it is still needed.",
        mistake: .waived("unknown-destinaton"),
        corrected: .waived(unknownDestination.id, "destination_event_service: eventgate-new-site"))
}

/// Finds the waivers of a YAML file, line by line: a file that is no YAML can have waivers too.
///
/// A line of a block scalar that looks like a waiver is taken for one.
struct WaiverReader {
    private(set) var waivers: [Waiver] = []
    /// What is wrong with the waivers.
    private(set) var findings: [CatalogFinding] = []
    private let lines: [SourceLine]
    private let source: SourceText

    init(_ text: SourceText) {
        source = text
        // A misspelt keyword has one of its two halves.
        guard ["ventctl", "-allow", "EVENTCTL"].contains(where: text.contains) else {
            lines = []
            return
        }
        lines = (1...max(1, text.lines.count)).map { SourceLine(text.lines[$0] ?? "") }
        let top = lines.firstIndex(where: \.isContent)
        for (index, line) in lines.enumerated() {
            if line.isComment {
                read(line, at: index, top)
            } else {
                addMalformedWaiver(behindContentOf: line, at: index)
            }
        }
    }

    private mutating func read(_ line: SourceLine, at index: Int, _ top: Int?) {
        guard let text = Self.waiver(in: line.content) else { return readMisspelt(line, at: index) }
        let location = self.location(index, column: line.indent + 1)
        do {
            let waiver = try WaiverText(text)
            let item = lines[index...].firstIndex(where: \.isContent)
            waivers.append(
                Waiver(
                    rule: waiver.rule, until: waiver.until, end: waiver.end, reason: waiver.reason, location: location,
                    lines: item.map(lines(ofItemAt:)), entry: item.map { lines(ofItemAt: start(ofEntryAt: $0)) },
                    isAtTop: item != nil && item == top))
        } catch {
            findings.add(
                .malformedWaiver, location, error.problem, remedy: error.remedy,
                edits: edits(error, in: line, at: index))
        }
    }

    /// The text behind the keyword; `nil` for any other comment.
    private static func waiver(in comment: Substring) -> Substring? {
        let text = comment.drop { $0 == "#" }.drop { $0 == " " || $0 == "\t" }
        guard text.hasPrefix(WaiverText.keyword) else { return nil }
        let rest = text.dropFirst(WaiverText.keyword.count)
        // A word that only begins like the keyword is another word.
        return rest.first.map { $0.isLetter || $0 == "-" } == true ? nil : rest
    }

    /// Reports a comment that is a waiver but for the spelling of its keyword.
    private mutating func readMisspelt(_ line: SourceLine, at index: Int) {
        guard let word = WaiverText.misspeltKeyword(in: line.content),
            let range = line.text.firstRange(of: word)
        else { return }
        let column = line.text[..<range.lowerBound].unicodeScalars.count + 1
        let location = self.location(index, column: column)
        findings.add(
            .malformedWaiver, location, "“\(word)” is not a waiver.",
            remedy: "Did you mean “\(WaiverText.keyword)”?",
            edits: [TextEdit(location: location, text: String(word), replacement: WaiverText.keyword)])
    }

    /// Where the outermost item around the line begins.
    private func start(ofEntryAt index: Int) -> Int {
        lines[...index].lastIndex { $0.isContent && $0.indent == 0 && !$0.isPartOfOther } ?? index
    }

    /// The lines of the item that begins there: also those that are indented more, and those of a list or a bracket
    /// that need not be.
    private func lines(ofItemAt start: Int) -> ClosedRange<Int> {
        var last = start
        for index in lines.indices[(start + 1)...] {
            let line = lines[index]
            guard line.isContent else { continue }
            guard line.indent > lines[start].indent || line.continues(lines[start]) else { break }
            last = index
        }
        return (start + 1)...(last + 1)
    }

    /// A well-formed waiver behind a value covers nothing.
    private mutating func addMalformedWaiver(behindContentOf line: SourceLine, at index: Int) {
        guard let comment = line.text.firstRange(of: "# \(WaiverText.keyword) ") else { return }
        do {
            _ = try WaiverText(line.text[comment.upperBound...])
        } catch {
            return
        }
        let column = line.text[..<comment.lowerBound].unicodeScalars.count + 1
        findings.add(
            .malformedWaiver, location(index, column: column),
            "The waiver stands behind a value.",
            remedy: "Move it to a line of its own, directly above the item.")
    }

    /// A location in a comment is about the item below, as a location in an item is about that.
    private func location(_ index: Int, column: Int) -> SourceLocation {
        let item = lines[index...].firstIndex(where: \.isContent)
        return SourceLocation(
            file: source.file, line: index + 1, column: column,
            item: item.map { source.lines.item(ofLine: $0 + 1) } ?? [])
    }

    private func edits(_ problem: WaiverText.Problem, in line: SourceLine, at index: Int) -> [TextEdit] {
        guard let (id, suggestion) = problem.misspelt, let range = line.text.firstRange(of: " \(id) until ") else {
            return []
        }
        let column = line.text[..<range.lowerBound].unicodeScalars.count + 2
        return [TextEdit(location: location(index, column: column), text: id, replacement: suggestion)]
    }
}

/// A line of YAML.
private struct SourceLine {
    let text: String
    /// The number of characters before the content.
    let indent: Int
    /// The line without its indentation.
    let content: Substring

    init(_ text: String) {
        self.text = text
        content = text.drop { $0 == " " || $0 == "\t" }
        indent = text.unicodeScalars.count - content.unicodeScalars.count
    }

    var isComment: Bool { content.hasPrefix("#") }

    /// Whether the line is part of an item: no comment, not empty, no directive and no document marker.
    var isContent: Bool {
        guard !content.isEmpty, !isComment else { return false }
        return indent > 0 || !(content.hasPrefix("%") || content.hasPrefix("---") || content.hasPrefix("..."))
    }

    private var isElement: Bool { content == "-" || content.hasPrefix("- ") }

    /// Whether the line continues an item although it is not indented.
    var isPartOfOther: Bool { isElement || content.hasPrefix("}") || content.hasPrefix("]") }

    /// Whether the line belongs to the item that begins with a line of the same indentation.
    func continues(_ start: SourceLine) -> Bool {
        guard indent == start.indent else { return false }
        return content.hasPrefix("}") || content.hasPrefix("]") || (isElement && !start.isElement)
    }
}

extension RuleExample {
    /// A stream below a waiver.
    static func waived(_ rule: String, _ settings: String..., until day: String = "2026-12-31") -> RuleExample {
        let stream = settings.isEmpty ? RuleExample.stream() : RuleExample.stream("app.search", settings[0])
        return RuleExample(
            stringLiteral:
                "# eventctl-allow \(rule) until \(day): the intake of the new site is set up this year\n\(stream)")
    }
}
