import ArgumentParser
import EventSupport
import Foundation

/// A file that is read once, from its beginning to its end: a file, a pipe, or standard input.
struct InputFile: Sendable, Hashable {
    private let path: String

    init(_ path: String) { self.path = path }

    /// Whether it is standard input, which is written `-` or as one of the system's names for it.
    var isStandardInput: Bool { ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(path) }

    /// The name in messages.
    var name: String { isStandardInput ? "standard input" : path }

    /// Whether it is a regular file that can be opened again.
    var canBeReadAgain: Bool { !isStandardInput && FileKind(at: path) == .regular }

    /// The most that ``bytes(wanted:)`` reads.
    private static let maximumBytes = 64 << 20

    /// Opens the file for reading. The descriptor of standard input is not to be closed.
    ///
    /// - Parameter wanted: what the file should contain, for messages.
    /// - Returns: the descriptor, for ``close(_:)``.
    /// - Throws: ``CommandError``.
    func open(wanted: String) throws -> Int32 {
        if isStandardInput { return STDIN_FILENO }
        if FileKind(at: path) == .directory { throw CommandError("\(path) is a directory; give a file with \(wanted)") }
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        return descriptor
    }

    func close(_ descriptor: Int32) { if descriptor != STDIN_FILENO { Foundation.close(descriptor) } }

    /// Reads what is there, at most `count` bytes; nothing at the end.
    func read(_ descriptor: Int32, atMost count: Int) throws -> [UInt8] {
        var failed: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            var got: Int
            repeat { got = Foundation.read(descriptor, buffer.baseAddress, count) } while got < 0 && errno == EINTR
            if got < 0 { failed = errno }
            read = max(0, got)
        }
        if let failed { throw failure(failed) }
        return bytes
    }

    /// Reads the whole file.
    ///
    /// - Parameter wanted: what the file should contain, for messages.
    /// - Returns: its bytes, at most 64 MiB.
    /// - Throws: ``CommandError``.
    func bytes(wanted: String) throws -> [UInt8] {
        let descriptor = try open(wanted: wanted)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while true {
            let chunk = try read(descriptor, atMost: 1 << 16)
            if chunk.isEmpty { return bytes }
            bytes += chunk
            guard bytes.count <= Self.maximumBytes else {
                throw CommandError("\(name) has more than \(Self.maximumBytes) bytes; give a file with \(wanted)")
            }
        }
    }

    /// Why the text of a file cannot be read whose first bytes these are, with the command that converts it: it is
    /// compressed with gzip, or UTF-16. `nil` for every other text.
    static func unreadableForm(ofTextBeginning bytes: [UInt8]) -> String? {
        let begin = Array(bytes.prefix(2))
        if begin == [0x1F, 0x8B] { return "compressed with gzip; decompress it first, with gunzip" }
        let isUTF16 =
            begin == [0xFF, 0xFE] || begin == [0xFE, 0xFF]
            || begin.count == 2 && begin.contains(0) && begin.contains { "{[\"".utf8.contains($0) }
        return isUTF16 ? "UTF-16, not UTF-8; convert it first, with “iconv -f UTF-16 -t UTF-8”" : nil
    }

    private func failure(_ number: Int32) -> CommandError {
        CommandError("cannot read \(name): \(String(cString: strerror(number)))")
    }

    /// Checks that standard input is read by one option or argument at most.
    ///
    /// - Throws: `ValidationError`.
    static func requireDistinct(_ paths: [String?]) throws {
        guard paths.compactMap({ $0 }).count(where: { InputFile($0).isStandardInput }) < 2 else {
            throw ValidationError("Standard input can be read only once; give a file for all but one")
        }
    }
}
