import EventSupport
import Foundation

extension AtomicFile {
    /// Makes changes of regular files: all, or, when one cannot be made, none. One whose file is no longer what it was
    /// before the change cannot be made, so that no edit of somebody else is lost.
    ///
    /// A process that is killed at the end may leave a part of the files changed, each whole. The temporary files that
    /// it leaves are removed by a later call.
    ///
    /// - Throws: ``FileWriteError`` for the first that cannot be made.
    package static func make(_ changes: [FileChange]) throws(FileWriteError) {
        guard !changes.isEmpty else { return }
        let locks = try FolderLocks(of: changes.map(\.file))
        defer { locks.release() }
        var staged: [StagedChange] = []
        defer { for change in staged { change.discard() } }
        do throws(FileWriteError) {
            for change in changes { staged.append(try StagedChange(change)) }
        } catch { throw failure(error, leaving: []) }
        for (count, change) in staged.enumerated() {
            do throws(FileWriteError) { try change.takePlace() } catch {
                throw failure(error, leaving: staged.prefix(count).filter { !$0.undo() }.map(\.change.file))
            }
        }
    }

    private static func failure(_ error: FileWriteError, leaving changed: [String]) -> FileWriteError {
        let rest = changed.isEmpty ? "no file is changed" : "changed already: \(changed.joined(separator: ", "))"
        return FileWriteError(file: error.file, reason: "\(error.reason); \(rest)")
    }
}

/// A change whose contents before and after it are on the disk, beside the file: to undo it needs no more room.
private struct StagedChange {
    let change: FileChange
    private let before: AtomicFile.Staged
    private let after: AtomicFile.Staged

    init(_ change: FileChange) throws(FileWriteError) {
        self.change = change
        let path = change.file
        var status = stat()
        guard stat(path, &status) == 0 else { throw AtomicFile.failure(path) }
        let (target, mode) = (try AtomicFile.target(of: path), status.st_mode & 0o7777)
        TemporaryFiles.removeLeft(in: FolderPath.above(target))
        before = try AtomicFile.stage(change.before, path, for: target, mode: mode)
        do throws(FileWriteError) { after = try AtomicFile.stage(change.after, path, for: target, mode: mode) } catch {
            before.discard()
            throw error
        }
    }

    func takePlace() throws(FileWriteError) {
        guard hasContent(change.before) else {
            throw FileWriteError(file: change.file, reason: "it was changed meanwhile; run the command again")
        }
        try after.takePlace()
    }

    /// Puts the content before the change back, unless somebody has changed the file since.
    ///
    /// - Returns: whether it is there.
    func undo() -> Bool {
        guard hasContent(change.after) else { return false }
        do { try before.takePlace() } catch { return false }
        return true
    }

    func discard() {
        before.discard()
        after.discard()
    }

    private func hasContent(_ bytes: [UInt8]) -> Bool {
        do { return try SourceDocument.bytes(of: change.file) == bytes } catch { return false }
    }
}

/// The temporary files of ``AtomicFile``, which are there for a moment unless their process is killed.
enum TemporaryFiles {
    /// A name for a file that no reader of a folder reads.
    static func newName() -> String { ".\(UUID().uuidString).tmp" }

    /// Removes those of a folder that are older than an hour: no command writes for that long.
    static func removeLeft(in folder: String) {
        do {
            for name in try DirectoryListing(of: folder).names where isTemporary(name) {
                let path = FolderPath.entry(name, in: folder)
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                guard let date = attributes[.modificationDate] as? Date, date < Date(timeIntervalSinceNow: -3600),
                    attributes[.type] as? FileAttributeType == .typeRegular
                else { continue }
                unlink(path)
            }
        } catch {
            // They disturb nothing, so one that cannot be removed stays.
        }
    }

    private static func isTemporary(_ name: String) -> Bool {
        guard name.hasPrefix("."), name.hasSuffix(".tmp") else { return false }
        return UUID(uuidString: String(name.dropFirst().dropLast(4))) != nil
    }
}
