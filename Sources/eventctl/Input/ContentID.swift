import EventStreams

/// Derives `meta.id` from the content of a file and a line number, so that the same file always gives the same ids.
///
/// Standard input and pipes can be read only once, so their ids depend on the content up to and including the line.
struct ContentID {
    private var state: [UInt8]
    private let isWholeFile: Bool

    init(_ file: InputFile) throws {
        isWholeFile = file.canBeReadAgain
        state = isWholeFile ? try Self.digest(of: file) : []
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

    private static func digest(of file: InputFile) throws -> [UInt8] {
        let descriptor = try file.open(wanted: "events")
        defer { file.close(descriptor) }
        var state: [UInt8] = []
        while true {
            let chunk = try file.read(descriptor, atMost: 1 << 18)
            if chunk.isEmpty { return state }
            state = SHA256.digest(of: state + chunk)
        }
    }
}
