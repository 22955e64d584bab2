import EventSchema
import Foundation

/// The two streams a command writes to: results on standard output, everything else on standard error.
enum Output {
    /// Writes a line of a result.
    ///
    /// - Throws: when the reader has gone away or the disk is full.
    static func line(_ text: String) throws { try write(Array((text + "\n").utf8), to: STDOUT_FILENO) }

    /// Writes a value as a line of JSON.
    static func line(_ json: JSONObject) throws { try line(JSONValue.object(json).jsonText) }

    /// Writes a line for a person.
    static func note(_ text: String) {
        do {
            try write(Array((text + "\n").utf8), to: STDERR_FILENO)
        } catch {
            // Standard error is where failures are told; there is no other place.
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Reason("cannot write the output: \(String(cString: strerror(errno)))") }
            rest = rest.dropFirst(count)
        }
    }
}
