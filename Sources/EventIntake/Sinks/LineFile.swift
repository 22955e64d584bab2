import EventSupport
import Foundation

/// A file to which complete lines are appended. An append writes the whole text or nothing.
struct LineFile {
    private let descriptor: Int32
    private(set) var size: Int

    /// Opens a file with an exclusive lock, creates it when it does not exist, and removes an incomplete last line.
    init(path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, PrivateFile.permissions)
        guard descriptor >= 0 else { throw Self.failure(path, "cannot be opened: \(Self.reason)") }
        do {
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                throw Self.failure(path, "another process writes it")
            }
            size = Int(lseek(descriptor, 0, SEEK_END))
            guard size >= 0 else { throw Self.failure(path, "it is not a file that can be appended to") }
            try repair(path)
            try PrivateFile.restrict(path)
        } catch {
            Foundation.close(descriptor)
            throw error
        }
    }

    /// Uses an open descriptor, such as that of standard output.
    init(descriptor: Int32) { (self.descriptor, size) = (descriptor, 0) }

    func close() {
        flock(descriptor, LOCK_UN)  // a process that is being started may have a copy of the descriptor
        Foundation.close(descriptor)
    }

    /// Whether this file is still at the path; `false` when it was moved or removed.
    func isSameFile(at path: String) -> Bool {
        FileIdentity(descriptor: descriptor)?.isAt(path) == true
    }

    /// Appends text. When that fails the file is as long as it was.
    mutating func append(_ text: [UInt8]) throws {
        var rest = text[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else {
                let reason = Self.reason
                _ = ftruncate(descriptor, off_t(size))
                throw IntakeError(.sinkUnusable, "The events could not be written: \(reason).")
            }
            rest = rest.dropFirst(max(count, 0))
        }
        size += text.count
    }

    /// Removes an incomplete last line, whose event never got 201. Refuses a file with other content.
    private mutating func repair(_ path: String) throws {
        guard size > 0 else { return }
        guard EventFile.beginsWithEvent(descriptor) else {
            throw Self.failure(path, "it has content other than events")
        }
        var end = size
        while end > 0 {
            let chunk = EventFile.read(descriptor, at: max(0, end - 65_536), count: min(end, 65_536))
            guard !chunk.isEmpty else { throw Self.failure(path, "cannot be read: \(Self.reason)") }
            if let place = chunk.lastIndex(of: UInt8(ascii: "\n")) {
                end = end - chunk.count + place + 1
                break
            }
            end -= chunk.count
        }
        guard end < size else { return }
        guard ftruncate(descriptor, off_t(end)) == 0 else { throw Self.failure(path, "cannot be cut: \(Self.reason)") }
        size = end
    }

    private static var reason: String { String(cString: strerror(errno)).lowercased() }

    private static func failure(_ path: String, _ reason: String) -> IntakeError {
        IntakeError(
            .sinkUnusable,
            "\(path): cannot be used as a sink: \(reason). It was not changed. Give the path of a file of events, or "
                + "of a new file.")
    }
}
