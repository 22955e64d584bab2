/// A file that edits have changed.
public struct FileChange: Sendable, Hashable {
    /// The path.
    public let file: String
    let before: [UInt8]
    let after: [UInt8]

    /// The change as a unified diff with three lines of context. Carriage returns at the ends of lines are left out.
    public var diff: [String] {
        let lines = [before, after].map { bytes in
            let lines = SourceLines(bytes, isYAML: false)
            return (1..<(lines.count + 1)).map { lines[$0] ?? "" }
        }
        let hunks = UnifiedDiff(lines[0], lines[1]).lines
        return hunks.isEmpty ? [] : ["--- \(file)", "+++ \(file)"] + hunks
    }
}
