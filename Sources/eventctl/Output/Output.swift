import EventSchema
import Foundation

/// The output of a command: results on standard output, everything else on standard error.
enum Output {
    /// Writes a line to standard output.
    ///
    /// - Throws: ``CommandError`` when it cannot be written, such as to a closed pipe or a full disk.
    static func line(_ text: String) throws { try write(Array((text + "\n").utf8), to: STDOUT_FILENO) }

    /// Writes an object as a line of JSON to standard output.
    static func line(_ json: JSONObject) throws { try line(JSONValue.object(json).jsonText) }

    /// Writes a line to standard error.
    static func note(_ text: String) {
        do {
            try write(Array((text + "\n").utf8), to: STDERR_FILENO)
        } catch {
            // There is no other place to report that standard error cannot be written.
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw CommandError("cannot write the output: \(String(cString: strerror(errno)))") }
            rest = rest.dropFirst(count)
        }
    }
}
