/// Breaks the lines of a folded scalar (`>`) where js-yaml does.
enum MaterializedYAMLFolding {
    /// The text, in which a line end is a break that readers take for a blank, and two are a line end.
    static func folded(_ lines: [String], width: Int) -> String {
        var text = ""
        // Between lines that begin with a blank, and beside empty ones, readers keep line ends as they are.
        var keepsEnd = true
        for (place, line) in lines.enumerated() {
            let isIndented = line.unicodeScalars.first == " "
            if place > 0 { text += "\n" }
            if place > 0, !line.isEmpty, !keepsEnd, !isIndented { text += "\n" }
            text += broken(line, width: width)
            if !line.isEmpty { keepsEnd = isIndented }
        }
        return text
    }

    /// A line, broken at single blanks so that no part is longer than the width, unless a word is.
    private static func broken(_ line: String, width: Int) -> String {
        let units = Array(line.utf16)
        let blank = UInt16(UInt8(ascii: " "))
        guard let first = units.first, first != blank else { return line }
        let candidates = units.indices.filter { units[$0] == blank && $0 + 1 < units.count && units[$0 + 1] != blank }
        var parts: [ArraySlice<UInt16>] = []
        var (start, last) = (0, 0)
        for next in candidates {
            if next - start > width {
                let end = last > start ? last : next
                parts.append(units[start..<end])
                start = end + 1
            }
            last = next
        }
        if units.count - start > width, last > start {
            parts += [units[start..<last], units[(last + 1)...]]
        } else {
            parts.append(units[start...])
        }
        return parts.map { String(decoding: $0, as: UTF16.self) }.joined(separator: "\n")
    }
}
