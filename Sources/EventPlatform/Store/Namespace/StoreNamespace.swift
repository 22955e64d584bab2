package import Foundation

/// The files of one client namespace: the store file, those that clients wrote beside it while they could not use it, and
/// what SQLite keeps beside each.
package struct StoreNamespace: Sendable, Hashable {
    /// The store file.
    package let main: URL

    /// Creates the namespace of a store file.
    package init(_ main: URL) { self.main = main }

    var folder: URL { main.deletingLastPathComponent() }
    private var base: String { main.deletingPathExtension().lastPathComponent }
    private var ending: String { main.pathExtension.isEmpty ? "" : "." + main.pathExtension }

    /// The files to try in turn when the store file cannot be used.
    var alternatives: [URL] { (2...4).map { folder.appendingPathComponent("\(base)-\($0)\(ending)") } }

    /// A new file for the events of a client that does not own the store file.
    func newSpool() -> URL {
        folder.appendingPathComponent("\(base).spool-\(UUID().uuidString.prefix(8).lowercased())\(ending)")
    }

    /// The database files beside the store file that exist, the oldest names first.
    package func neighbours() throws -> [URL] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let numbered = alternatives.map(\.lastPathComponent)
        return names.filter { numbered.contains($0) || isSpool($0) }.sorted()
            .map { folder.appendingPathComponent($0) }
    }

    /// Whether a file is the lock of one that may be beside the store file.
    func isLockOfNeighbour(_ name: String) -> Bool {
        guard name.hasSuffix(".lock") else { return false }
        let file = String(name.dropLast(".lock".count))
        return isSpool(file) || alternatives.contains { $0.lastPathComponent == file }
    }

    private func isSpool(_ name: String) -> Bool {
        let prefix = "\(base).spool-"
        guard name.hasPrefix(prefix), name.hasSuffix(ending) else { return false }
        let middle = name.dropFirst(prefix.count).dropLast(ending.count)
        return middle.count == 8 && middle.allSatisfy(\.isHexDigit)
    }

    /// Everything that belongs to one database file, the file itself first; what is not there is left out.
    package static func parts(of file: URL) -> [URL] {
        ["", "-wal", "-shm", "-journal", ".lock"].map { URL(fileURLWithPath: file.path + $0) }
            .filter { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// Removes a database file and what belongs to it; first what it holds is cut off, so that no other name of the file
    /// leads to it.
    ///
    /// - Throws: when a file cannot be removed.
    static func remove(_ file: URL) throws {
        for part in parts(of: file) {
            try FileHandle(forWritingTo: part).closing { try $0.truncate(atOffset: 0) }
            try FileManager.default.removeItem(at: part)
        }
    }
}

extension FileHandle {
    fileprivate func closing(_ work: (FileHandle) throws -> Void) throws {
        defer { closeFile() }
        try work(self)
    }
}
