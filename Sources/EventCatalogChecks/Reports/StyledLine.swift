package import EventCatalog

/// A line of a report for people. On a terminal its parts have colours; elsewhere it is plain.
package struct StyledLine: Sendable, Hashable {
    /// What a part of a line is.
    package enum Style: Sendable, Hashable {
        case plain
        /// A place in a file, or the name of a rule.
        case name
        /// The word or the mark of a severity.
        case severity(Severity)
        /// What is less important than the rest: line numbers, labels.
        case faint
        /// A line of a diff that is removed or added.
        case removed, added
    }

    /// The parts, from left to right.
    package let parts: [Part]

    /// A text and what it is.
    package struct Part: Sendable, Hashable {
        package let text: String
        package let style: Style
    }

    package init(_ parts: (String, Style)...) { self.init(parts: parts) }

    package init(parts: [(String, Style)]) { self.parts = parts.map(Part.init) }

    /// A line in one style.
    package init(_ text: String, _ style: Style = .plain) { parts = [Part(text: text, style: style)] }

    /// The line without styles.
    package var plain: String { parts.map(\.text).joined() }

    /// The lines of a diff, without carriage returns at their ends.
    package static func diff(_ change: FileChange) -> [StyledLine] {
        change.diff.enumerated().map { position, line in
            let line = line.unicodeScalars.last == "\r" ? String(line.unicodeScalars.dropLast()) : line
            if position < 2 { return StyledLine(line, .name) }
            return StyledLine(line, line.hasPrefix("-") ? .removed : line.hasPrefix("+") ? .added : .plain)
        }
    }
}
