/// The difference of two texts, line by line. A line ends with a line feed; all else is a part of the line.
struct UnifiedDiff {
    /// The hunks: `@@ -1,3 +1,3 @@` and lines that begin with a blank, `-` or `+`. A last line without a line feed is
    /// followed by a line that says so.
    private(set) var lines: [String] = []

    private struct Line {
        let mark: Character
        let bytes: ArraySlice<UInt8>

        var texts: [String] {
            let hasEnd = bytes.last == UnifiedDiff.lineFeed
            let text = "\(mark)\(String(decoding: hasEnd ? bytes.dropLast() : bytes, as: UTF8.self))"
            return hasEnd ? [text] : [text, "\\ No newline at end of file"]
        }
    }

    private static let lineFeed = UInt8(ascii: "\n")

    private static let context = 3

    init(_ old: [UInt8], _ new: [UInt8]) {
        let all = Self.merged(Self.lines(of: old), Self.lines(of: new))
        let changed = all.indices.filter { all[$0].mark != " " }
        var rest = changed[...]
        while let first = rest.first {
            var last = first
            while let next = rest.first, next <= last + 2 * Self.context + 1 {
                last = next
                rest.removeFirst()
            }
            let range = max(0, first - Self.context)..<min(all.count, last + Self.context + 1)
            lines.append(Self.head(all[range], after: all[..<range.lowerBound]))
            lines += all[range].flatMap(\.texts)
        }
    }

    /// The lines of a text, each with its end.
    private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for (offset, byte) in text.enumerated() where byte == lineFeed {
            lines.append(text[start...offset])
            start = offset + 1
        }
        return start < text.count ? lines + [text[start...]] : lines
    }

    /// All lines of both texts, those that are removed before those that are added.
    private static func merged(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Line] {
        var (removed, added): (Set<Int>, Set<Int>) = ([], [])
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var lines: [Line] = []
        var (oldIndex, newIndex) = (0, 0)
        while oldIndex < old.count || newIndex < new.count {
            if removed.contains(oldIndex) {
                lines.append(Line(mark: "-", bytes: old[oldIndex]))
                oldIndex += 1
            } else if added.contains(newIndex) {
                lines.append(Line(mark: "+", bytes: new[newIndex]))
                newIndex += 1
            } else {
                lines.append(Line(mark: " ", bytes: old[oldIndex]))
                (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
            }
        }
        return lines
    }

    private static func head(_ hunk: ArraySlice<Line>, after before: ArraySlice<Line>) -> String {
        func range(without mark: Character) -> String {
            let count = hunk.count { $0.mark != mark }
            let start = before.count { $0.mark != mark } + (count == 0 ? 0 : 1)
            return count == 1 ? "\(start)" : "\(start),\(count)"
        }
        return "@@ -\(range(without: "+")) +\(range(without: "-")) @@"
    }
}
