/// A file that edits have changed.
public struct FileChange: Sendable, Hashable {
    /// The path.
    public let file: String
    let before: [UInt8]
    package let after: [UInt8]

    package init(file: String, before: [UInt8], after: [UInt8]) {
        (self.file, self.before, self.after) = (file, before, after)
    }

    /// The lines of the change as a unified diff with three lines of context. A line has the carriage return at its
    /// end, and a last line without an end is marked, so that `git apply` and `patch -p1` make the same bytes of it: in
    /// the working folder, or in `/` for a file outside of it.
    public var diff: [String] {
        let hunks = UnifiedDiff(before, after).lines
        let name = PatchName(file)
        return hunks.isEmpty ? [] : ["--- \(name.old)", "+++ \(name.new)"] + hunks
    }
}

/// The name of a file in a patch, as git writes it: below `a` before the change and below `b` after it.
private struct PatchName {
    private let path: String

    init(_ file: String) {
        var paths = RealPaths()
        // Of a linked file, the file behind the link is changed; patches change no links.
        let absolute = RealPaths.resolved(file) ?? paths.path(of: file)
        let relative = RealPaths.relative(absolute, to: paths.path(of: "."))
        path = relative.hasPrefix("../") ? absolute : "/\(relative)"
    }

    var old: String { Self.written("a\(path)") }
    var new: String { Self.written("b\(path)") }

    private static func written(_ path: String) -> String {
        guard path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || "\"\\".utf8.contains($0) }) else {
            // Without a tab, a name with a blank would end at the blank.
            return path.contains(" ") ? path + "\t" : path
        }
        let bytes = path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): "\\" + String(Unicode.Scalar(byte))
            case 0x20..<0x7F: String(Unicode.Scalar(byte))
            default: "\\" + String(repeating: "0", count: byte < 8 ? 2 : byte < 64 ? 1 : 0) + String(byte, radix: 8)
            }
        }
        return "\"\(bytes.joined())\""
    }
}
