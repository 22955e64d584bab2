package import Foundation

/// The files of one client namespace: the store file; spools, in which clients that do not own it leave events; other
/// files that clients used while they could not use it; and what SQLite keeps beside each.
package struct StoreNamespace: Sendable, Hashable {
    /// The store file.
    package let main: URL

    /// Creates the namespace of a store file.
    package init(_ main: URL) { self.main = main }

    /// The folder of all its files.
    package var folder: URL { main.deletingLastPathComponent() }
    private var base: String { main.deletingPathExtension().lastPathComponent }
    private var ending: String { main.pathExtension.isEmpty ? "" : "." + main.pathExtension }

    /// The files to try in turn when the store file cannot be used.
    var alternatives: [URL] { (2...4).map { folder.appendingPathComponent("\(base)-\($0)\(ending)") } }

    /// A new file for the events of a client that does not own the store file.
    func newSpool() -> URL {
        folder.appendingPathComponent("\(base).spool-\(UUID().uuidString.prefix(8).lowercased())\(ending)")
    }

    /// The database files beside the store file that exist, sorted by name.
    package func otherDatabases() throws -> [URL] {
        let numbered = Set(alternatives.map(\.lastPathComponent))
        return try files { numbered.contains($0) || isSpool($0) }
    }

    /// The spools that exist, sorted by name.
    func spools() throws -> [URL] { try files(where: isSpool) }

    private func files(where isMeant: (String) -> Bool) throws -> [URL] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter(isMeant).sorted()
            .map { folder.appendingPathComponent($0) }
    }

    /// Whether a file is a spool of this namespace, judged by its name.
    func isSpool(_ name: String) -> Bool {
        let prefix = "\(base).spool-"
        guard name.hasPrefix(prefix), name.hasSuffix(ending) else { return false }
        let middle = name.dropFirst(prefix.count).dropLast(ending.count)
        return middle.count == 8 && middle.allSatisfy(\.isHexDigit)
    }

    /// Whether a change of a file tells that there is something to import: its writer has notified, or has ended.
    func signalsExternalEvents(_ name: String) -> Bool {
        for suffix in [Self.noteSuffix, ".lock"] where name.hasSuffix(suffix) {
            let file = String(name.dropLast(suffix.count))
            return isSpool(file) || alternatives.contains { $0.lastPathComponent == file }
        }
        return false
    }

    /// The end of the name of the file that the writer of a spool creates and removes to notify the owner.
    static let noteSuffix = "-note"

    /// Everything that belongs to one database file, the file itself first; what is not there is left out.
    package static func parts(of file: URL) -> [URL] {
        ["", "-wal", "-shm", "-journal", noteSuffix, ".lock"].map { URL(fileURLWithPath: file.path + $0) }
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
