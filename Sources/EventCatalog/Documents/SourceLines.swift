/// The lines of a text, found once.
///
/// In YAML a line ends with a line feed, a carriage return, both, or one of three characters of Unicode (next line,
/// line separator, paragraph separator), as in the parser's positions. In JSON it ends with a line feed.
package struct SourceLines: Sendable {
    private let bytes: [UInt8]
    /// The bytes of each line, without its end.
    private let ranges: [Range<Int>]

    package init(_ bytes: [UInt8], isYAML: Bool) {
        self.bytes = bytes
        var ranges: [Range<Int>] = []
        var (start, offset) = (0, 0)
        while offset < bytes.count {
            let length = isYAML ? Self.endLength(at: offset, in: bytes) : (bytes[offset] == 0x0A ? 1 : 0)
            if length > 0 {
                let isReturn = !isYAML && offset > start && bytes[offset - 1] == 0x0D
                ranges.append(start..<(isReturn ? offset - 1 : offset))
                start = offset + length
            }
            offset += max(1, length)
        }
        if start < bytes.count { ranges.append(start..<bytes.count) }
        self.ranges = ranges
    }

    /// The number of lines; a line end at the end of the text begins no further line.
    package var count: Int { ranges.count }

    /// The content of a line, which is counted from 1, as Unicode scalars; `nil` when there is no such line.
    package subscript(line: Int) -> String? { range(of: line).map { String(decoding: bytes[$0], as: UTF8.self) } }

    /// The bytes of a line without its end.
    func range(of line: Int) -> Range<Int>? { ranges.indices.contains(line - 1) ? ranges[line - 1] : nil }

    /// The offset of a column of a line, at most that of the line's end.
    func offset(line: Int, column: Int) -> Int? {
        guard let range = range(of: line), column > 0 else { return nil }
        // Each scalar has exactly one byte that is not a continuation byte.
        var rest = column
        for offset in range where bytes[offset] & 0xC0 != 0x80 {
            rest -= 1
            if rest == 0 { return offset }
        }
        return rest == 1 ? range.upperBound : nil
    }

    /// The number of bytes of the line end at an offset; 0 where no line ends.
    private static func endLength(at offset: Int, in bytes: [UInt8]) -> Int {
        switch bytes[offset] {
        case 0x0A: 1
        case 0x0D: offset + 1 < bytes.count && bytes[offset + 1] == 0x0A ? 2 : 1
        case 0xC2 where bytes[offset...].starts(with: [0xC2, 0x85]): 2
        case 0xE2 where bytes[offset...].starts(with: [0xE2, 0x80, 0xA8]): 3
        case 0xE2 where bytes[offset...].starts(with: [0xE2, 0x80, 0xA9]): 3
        default: 0
        }
    }
}
