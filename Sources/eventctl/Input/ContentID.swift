import EventStreams
import Foundation

/// Derives `meta.id` from the content of a file and a line number, so that the same file always gives the same ids.
///
/// Standard input and pipes can be read only once, so their ids depend on the content up to and including the line.
struct ContentID {
    private var state: [UInt8]
    private let isWholeFile: Bool

    init(_ path: String) throws {
        isWholeFile = try Self.isRegularFile(path)
        state = isWholeFile ? try Self.digest(ofFile: path) : []
    }

    /// Adds a line to the content of a pipe. Lines must be added in order.
    mutating func read(_ line: [UInt8]) {
        if !isWholeFile { state = SHA256.digest(of: state + line) }
    }

    /// The id of a line, a UUID of version 8 (RFC 9562 §5.8).
    func id(ofLine number: Int) -> String {
        var bytes = Array(SHA256.digest(of: state + Array(String(number).utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        let groups = [hex[0..<4], hex[4..<6], hex[6..<8], hex[8..<10], hex[10..<16]]
        return groups.map { $0.joined() }.joined(separator: "-")
    }

    /// Whether the path can be read twice. A named pipe cannot.
    private static func isRegularFile(_ path: String) throws -> Bool {
        guard path != "-" else { return false }
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        return try FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType == .typeRegular
    }

    private static func digest(ofFile path: String) throws -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path) else { throw CommandError("cannot read \(path)") }
        defer { file.closeFile() }
        var state: [UInt8] = []
        while let chunk = try file.read(upToCount: 1 << 18), !chunk.isEmpty {
            state = SHA256.digest(of: state + Array(chunk))
        }
        return state
    }
}
