/// Rows of cells, below each other, for a terminal.
package struct TextTable {
    package enum Alignment { case left, right }

    private let rows: [[String]]
    private let alignments: [Alignment]

    /// Every row has the same number of cells. `alignments` is that of each column; the default is left.
    package init(_ rows: [[String]], _ alignments: [Alignment] = []) {
        (self.rows, self.alignments) = (rows, alignments)
    }

    /// The lines, as wide as their cells need, without blanks at the end.
    package var lines: [String] { lines(fitting: nil) }

    /// The lines with so many columns of a terminal at most: the widest texts are cut, and where none is wide, the
    /// lines. Without a number nothing is cut.
    package func lines(fitting columns: Int?) -> [String] {
        var widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        if let columns { Self.narrow(&widths, to: columns - Self.separator.count * (widths.count - 1)) }
        return rows.map { row in
            let cells = row.indices.map { cell(row[$0], width: widths[$0], alignment: alignment(of: $0)) }
            let line = cells.joined(separator: Self.separator)
            let text = String(line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
            // The columns as narrow as they get are wider than a very narrow terminal.
            guard let columns, text.count > columns else { return text }
            return text.prefix(max(0, columns - 1)) + "…"
        }
    }

    private static let separator = "  "
    /// The number of characters of a column that is not narrowed further.
    private static let minimumWidth = 8

    private func alignment(of column: Int) -> Alignment {
        alignments.indices.contains(column) ? alignments[column] : .left
    }

    private func cell(_ text: String, width: Int, alignment: Alignment) -> String {
        if text.count > width { return text.prefix(width - 1) + "…" }
        let blanks = String(repeating: " ", count: width - text.count)
        return alignment == .left ? text + blanks : blanks + text
    }

    private static func narrow(_ widths: inout [Int], to total: Int) {
        while widths.reduce(0, +) > total, let widest = widths.max(), widest > minimumWidth,
            let column = widths.firstIndex(of: widest)
        {
            widths[column] -= 1
        }
    }
}
