import EventSupport
import Foundation

/// Puts a rebuilt file in the place of a store file.
///
/// The new file is written under one name, and renamed when it is complete and on the disk. From then on every process
/// that finds it continues the exchange, so that a process that was killed leaves none half done.
struct StoreFileExchange {
    private let path: String
    /// Called after each change of a name. A test ends the exchange there, as a kill of the process would.
    private let afterStep: @Sendable () throws -> Void

    /// The name under which the new file is written.
    var unfinished: String { path + ".rebuilding" }
    private var finished: String { path + ".rebuilt" }
    /// The name of the old file, which is kept with its log until another file is kept, the user declines, or the store
    /// is purged.
    var aside: String { path + Self.asideSuffix }

    static let asideSuffix = ".set-aside"
    static let suffixes = [".rebuilding", ".rebuilt", asideSuffix]

    init(of path: String, afterStep: @escaping @Sendable () throws -> Void = {}) {
        (self.path, self.afterStep) = (path, afterStep)
    }

    /// Whether a process was killed after it had written the new file: the old one is marked as damaged, moved or
    /// erased. A file of that name beside a store in use is somebody else's.
    var isPending: Bool {
        guard FileKind(ofEntry: finished) == .regular, StoreSchema.isStore(at: finished) else { return false }
        return DamageMark(of: path).isSet || StoreLoss.isEmpty(path)
    }

    /// Whether there is a file that only a rebuilt store has beside it.
    var hasFiles: Bool { [unfinished, finished, aside].contains { FileKind(ofEntry: $0) == .regular } }

    /// Whether there is such a file of a spool or an alternative file of a namespace. Those of a spool may be damaged.
    func hasFiles(of namespace: StoreNamespace) -> Bool {
        if namespace.isSpool(URL(fileURLWithPath: path).lastPathComponent) { return hasFiles }
        return [unfinished, finished, aside].contains { StoreSchema.namespaceID(at: $0) == namespace.id }
    }

    /// Ends what another process has begun.
    ///
    /// - Throws: ``RegularFileError`` or Foundation's error when a file cannot be moved.
    func finishIfPending() throws {
        guard isPending else { return }
        try keepOld()
        try putInPlace()
    }

    /// Marks the file as damaged, before a new one is written. A new file that was never put in place is removed, since
    /// it has an earlier state.
    ///
    /// - Throws: ``StoreError`` when something else has its name; ``RegularFileError``.
    func begin() throws {
        if !isPending { try Self.remove(finished) }
        DamageMark(of: path).set()
    }

    /// Exchanges the files. The connection to the old one must be closed.
    ///
    /// - Parameter keepsOld: whether the old file is kept. If not, its content is erased.
    /// - Throws: like ``finishIfPending()``.
    func run(keepsOld: Bool) throws {
        try complete()
        if keepsOld { try keepOld() } else { try eraseOld() }
        try putInPlace()
    }

    /// The new file is written: from now on every process puts it in place.
    ///
    /// - Throws: like ``finishIfPending()``.
    func complete() throws {
        try RegularFile.synchronize(unfinished)
        try Self.requireRegular(finished)
        try move(unfinished, to: finished)
        try RegularFile.synchronizeFolder(of: path)
    }

    /// Removes the content of the old file, where there is no room for the new one beside it.
    func eraseOld() throws {
        try removeAside()
        for part in ["-wal", "-journal", ""].map({ path + $0 }) where FileKind(ofEntry: part) == .regular {
            try RegularFile.truncate(part)
        }
        for part in ["-wal", "-journal"] { try remove(path + part) }
        // A log that came back after a power failure would be taken for that of the new file.
        try RegularFile.synchronizeFolder(of: path)
    }

    /// Removes what a process has left that was killed while it wrote the new file.
    func removeUnfinished() throws { try Self.remove(unfinished) }

    /// Removes a database file and SQLite's files beside it. What is not a regular file is somebody else's.
    ///
    /// - Throws: ``StoreError`` when something else has the name of one; ``RegularFileError``.
    static func remove(_ file: String) throws {
        for part in StoreNamespace.databaseParts(of: file) {
            try requireRegular(part)
            if !part.hasSuffix("-shm") { try RegularFile.truncate(part) }
            guard unlink(part) == 0 || errno == ENOENT else { throw RegularFileError(part, errno) }
        }
    }

    private static func requireRegular(_ path: String) throws {
        switch FileKind(ofEntry: path) {
        case .missing, .regular: return
        default:
            throw StoreError(
                .unavailable, path: path, "is in the way of a store that is to be rebuilt; move it away")
        }
    }

    /// Removes a file that is kept from an earlier exchange.
    func removeAside() throws {
        let parts = StoreNamespace.databaseParts(of: aside)
        if parts.allSatisfy({ FileKind(ofEntry: $0) == .regular }) { try Self.remove(aside) }
    }

    /// Removes a file that has been kept for longer than an event may be stored.
    func removeAside(keptFor maximumAge: Duration, at now: Timestamp) throws {
        var status = stat()
        guard lstat(aside, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        let kept = Timestamp(milliseconds: Int64(status.st_ctim.tv_sec) * 1000)  // its name has changed then
        if kept.advanced(by: maximumAge) < now { try removeAside() }
    }

    /// Moves the old file first: while it is there, what is kept belongs to an earlier exchange.
    private func keepOld() throws {
        if FileKind(ofEntry: path) == .regular {
            try Self.remove(aside)
            try move(path, to: aside)
        }
        for suffix in ["-wal", "-journal"] where FileKind(ofEntry: path + suffix) == .regular {
            try move(path + suffix, to: aside + suffix)
        }
        try RegularFile.synchronizeFolder(of: path)
    }

    private func putInPlace() throws {
        try remove(path + "-shm")
        DamageMark(of: path).remove()
        try RegularFile.synchronizeFolder(of: path)
        try move(finished, to: path)
        try RegularFile.synchronizeFolder(of: path)
    }

    private func move(_ file: String, to other: String) throws {
        guard rename(file, other) == 0 else { throw RegularFileError(other, errno) }
        try afterStep()
    }

    private func remove(_ file: String) throws {
        guard unlink(file) == 0 || errno == ENOENT else { throw RegularFileError(file, errno) }
        try afterStep()
    }
}
