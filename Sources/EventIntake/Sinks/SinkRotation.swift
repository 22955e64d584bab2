import EventCatalog
import EventSupport
import Foundation

/// Rotates the file of a sink when it is full.
struct SinkRotation: Sendable {
    let path: String
    let maximumBytes: Int
    let maximumRotatedFiles: Int

    func append(_ lines: [UInt8], to file: inout LineFile?) throws {
        // The file was removed, or moved by another tool that rotates it: events written to it would be lost.
        if let gone = file, !gone.isSameFile(at: path) {
            gone.close()
            file = nil
        }
        if let full = file, full.size > 0, full.size + lines.count > maximumBytes {
            try rotate()
            full.close()
            file = nil
        }
        if file == nil { file = try LineFile(path: path) }
        try file?.append(lines)
    }

    /// Refuses rotated names with anything but a file of events: it would be renamed, and removed at last.
    func checkRotatedFiles() throws { try check(rotatedNumbers()) }

    private func rotate() throws {
        let numbers = try rotatedNumbers()
        try check(numbers)
        let oldest = try checkOthersDoNotWrite(numbers)
        defer { oldest?.release() }
        for number in numbers.reversed() where number < maximumRotatedFiles {
            try move(rotated(number), to: rotated(number + 1))
        }
        if maximumRotatedFiles > 0 { try move(path, to: rotated(1)) } else { try remove(path) }
    }

    /// The numbers of the rotated files that exist, in ascending order.
    private func rotatedNumbers() throws -> [Int] {
        let file = URL(fileURLWithPath: path)
        let (folder, prefix) = (file.deletingLastPathComponent().path, file.lastPathComponent + ".")
        // Without a folder there is no file at all, as opening it reports.
        guard maximumRotatedFiles > 0, FileKind(at: folder) == .directory else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
                guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)) else { return nil }
                let isRotated = (1...maximumRotatedFiles).contains(number) && name == "\(prefix)\(number)"
                return isRotated ? number : nil
            }.sorted()
        } catch {
            throw refusal("its folder cannot be listed: \(error.reasonText)")
        }
    }

    private func rotated(_ number: Int) -> String { "\(path).\(number)" }

    private func check(_ numbers: [Int]) throws {
        for file in numbers.map(rotated) {
            guard let reason = EventFile.conflict(at: file) else { continue }
            throw refusal("\(file) \(reason). It was not changed. Move it away, or give the sink another path")
        }
    }

    /// Refuses to rotate while another sink writes a file of one of the rotated names: the file would be renamed, and
    /// at last replaced with its events.
    ///
    /// - Returns: the lock of the file that the rotation replaces, so that nobody begins to write it meanwhile.
    private func checkOthersDoNotWrite(_ numbers: [Int]) throws -> FileLock? {
        var last: FileLock?
        for file in numbers.map(rotated) {
            last?.release()
            do { last = try FileLock(ofExistingFile: file) } catch FileLockError.held {
                throw refusal("another process writes \(file). Give one of them another path")
            }
        }
        return last
    }

    private func refusal(_ reason: String) -> IntakeError {
        IntakeError(.sinkUnusable, "\(path): cannot be rotated: \(reason).")
    }

    private func move(_ old: String, to new: String) throws {
        guard rename(old, new) == 0 || errno == ENOENT else { throw failure("rename", old) }
    }

    private func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure("remove", path) }
    }

    private func failure(_ verb: String, _ path: String) -> IntakeError {
        IntakeError(.sinkUnusable, "\(path): cannot \(verb): \(String(cString: strerror(errno)).lowercased()).")
    }
}
