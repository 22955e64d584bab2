import ArgumentParser
import EventCatalog
import EventSchema
import Foundation

/// Why the output cannot be written.
enum OutputError: Error, Equatable, CustomStringConvertible {
    /// The reader of the pipe has closed its end.
    case closedPipe
    case unwritable(reason: String)

    var description: String {
        switch self {
        case .closedPipe: "cannot write the output: the pipe is closed"
        case .unwritable(let reason): "cannot write the output: \(reason)"
        }
    }
}

/// The output of a command: results on standard output, everything else on standard error.
///
/// Texts hold names from files and servers. No name can end a line or look like a command of GitHub's workflows
/// (`::error`): see ``PlainLine``.
enum Output {
    /// Writes a line to standard output.
    ///
    /// - Throws: ``OutputError`` when it cannot be written, such as to a closed pipe or a full disk.
    static func line(_ text: String) throws { try write(PlainLine(text).bytes, to: STDOUT_FILENO) }

    /// Writes an object as a line of JSON to standard output.
    static func line(_ json: JSONObject) throws { try line(json: .object(json)) }

    /// Writes a value as a line of JSON to standard output.
    static func line(json: JSONValue) throws { try write(PlainLine(json: json).bytes, to: STDOUT_FILENO) }

    /// Writes a text of several lines to standard output.
    static func lines(_ text: String) throws {
        for part in text.split(separator: "\n", omittingEmptySubsequences: false) { try line(String(part)) }
    }

    /// Writes bytes and the end of a line to standard output as they are.
    static func line(bytes: [UInt8]) throws { try write(bytes + [UInt8(ascii: "\n")], to: STDOUT_FILENO) }

    /// Writes the results of a command with `body`, and ends the command with status 1 if `hasFindings`.
    ///
    /// A reader that closes its end of the pipe ends `body` and leaves the status: that of what was found until then.
    static func report(endingWithFindingsIf hasFindings: @autoclosure () -> Bool, _ body: () throws -> Void) throws {
        try untilClosed(body)
        if hasFindings() { throw ExitCode.findings }
    }

    /// Runs `body` until the reader of standard output closes its end of the pipe. The command then goes on with what
    /// it does besides writing.
    ///
    /// - Returns: whether `body` ran to its end.
    @discardableResult
    static func untilClosed(_ body: () throws -> Void) throws -> Bool {
        do { try body() } catch OutputError.closedPipe {
            return false  // the reader has read enough
        }
        return true
    }

    /// Writes a line to standard error.
    static func errorLine(_ text: String) { errorLine(bytes: PlainLine(text).bytes) }

    /// Writes a line of a patch to standard error.
    static func errorLine(_ line: PatchLine) { errorLine(bytes: Array((line.text + "\n").utf8)) }

    private static func errorLine(bytes: [UInt8]) {
        do {
            try write(bytes, to: STDERR_FILENO)
        } catch {
            // There is no other place to report that standard error cannot be written.
        }
    }

    /// Writes a text of several lines to standard error.
    static func errorLines(_ text: String) {
        for part in text.split(separator: "\n", omittingEmptySubsequences: false) { errorLine(String(part)) }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(OutputError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw errno == EPIPE ? .closedPipe : .unwritable(reason: String(cString: strerror(errno)))
            }
            rest = rest.dropFirst(count)
        }
    }
}

/// A text on one line: control characters, other than tabs, are written as `\u{a}`, as in findings, and a line does not
/// begin with two colons.
struct PlainLine {
    let text: String

    init(_ text: String) {
        let plain = text.shown
        let isCommand = plain.utf8.contains(UInt8(ascii: ":")) && plain.drop(while: \.isWhitespace).hasPrefix("::")
        self.text = isCommand ? "\\" + plain.drop(while: \.isWhitespace) : plain
    }

    /// A line of JSON, which keeps its meaning: the control characters that JSON allows in strings are escaped as JSON
    /// has it.
    init(json: JSONValue) {
        let text = json.jsonText
        // In UTF-8, these begin with 0xC2, or are 0x7F.
        guard text.utf8.contains(where: { $0 == 0xC2 || $0 == 0x7F }) else {
            self.text = text
            return
        }
        self.text = text.unicodeScalars.map { scalar in
            (0x7F...0x9F).contains(scalar.value) ? "\\u00" + String(scalar.value, radix: 16) : String(scalar)
        }.joined()
    }

    /// The text and the end of the line.
    var bytes: [UInt8] { Array((text + "\n").utf8) }
}

/// The descriptors of standard input, output and error.
enum StandardStreams {
    /// Opens those that are closed so that they can be neither read nor written. Otherwise the next file that is
    /// opened, such as a store, would get their number, and the output would be written to it.
    static func reserveDescriptors() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", mode)  // the lowest free number is this one
        }
    }
}
