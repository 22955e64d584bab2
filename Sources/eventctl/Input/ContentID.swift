import EventStreams
import Foundation

/// Derives `meta.id` from a file's content and a line's number, so that the same file gives the same ids again.
///
/// Of standard input, which can be read once only, the content up to and with the line counts.
struct ContentID {
    private var state: [UInt8]
    private let isWholeFile: Bool

    init(_ path: String) throws {
        isWholeFile = path != "-"
        state = isWholeFile ? try Self.digest(ofFile: path) : []
    }

    /// Takes in a line, in order.
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

    private static func digest(ofFile path: String) throws -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path) else { throw Reason("cannot read \(path)") }
        defer { file.closeFile() }
        var state: [UInt8] = []
        while let chunk = try file.read(upToCount: 1 << 18), !chunk.isEmpty {
            state = SHA256.digest(of: state + Array(chunk))
        }
        return state
    }
}
