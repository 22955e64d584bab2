import EventSupport
package import Foundation

/// The files of one client namespace: the store file; spools, into which clients that do not own it write; alternative
/// files, which a client uses while the store file is unusable; and for each the files that SQLite puts beside it.
package struct StoreNamespace: Sendable, Hashable {
    /// The store file.
    package let main: URL

    /// Creates the namespace of a store file.
    package init(_ main: URL) { self.main = main }

    /// The folder of all its files.
    package var folder: URL { main.deletingLastPathComponent() }
    private var base: String { main.deletingPathExtension().lastPathComponent }
    private var ending: String { main.pathExtension.isEmpty ? "" : "." + main.pathExtension }

    /// The mark of its spools and alternative files (`PRAGMA user_version`), from the name of the store file. Another
    /// store with the name of an alternative file has 0, as the store file has.
    var id: Int {
        var checksum = CRC32()
        checksum.add(main.lastPathComponent)
        return max(1, Int(checksum.value & 0x7FFF_FFFF))
    }

    /// The number of refusals that is kept beside the store file.
    var refusals: Int64 { RefusalCount.kept(of: main.path, partOf: nil) ?? 0 }

    /// The files to try, in order, when the store file cannot be used.
    var alternatives: [URL] { (2...4).map { folder.appendingPathComponent("\(base)-\($0)\(ending)") } }

    /// The URL of a new spool, with a random name.
    func newSpool() -> URL {
        folder.appendingPathComponent("\(base).spool-\(UUID().uuidString.prefix(8).lowercased())\(ending)")
    }

    /// The existing files with the name of a spool or an alternative file, sorted by name; also one of which only those
    /// are left that belong to an exchange.
    package func otherDatabases() throws -> [URL] {
        let numbered = Set(alternatives.map(\.lastPathComponent))
        return try files { numbered.contains($0) || isSpool($0) }
    }

    /// The existing spools and alternative files by their marks, or by what is beside them when they were rebuilt,
    /// sorted by name. Must not be called while a connection of this process has one of them open; see
    /// ``StoreSchema/requireSQLiteFile(at:)``.
    func markedDatabases() throws -> [URL] {
        try otherDatabases().filter {
            StoreSchema.namespaceID(at: $0.path) == id || StoreFileExchange(of: $0.path).hasFiles
        }
    }

    /// The existing files with the name of a spool, sorted by name.
    func spools() throws -> [URL] { try files(where: isSpool) }

    /// Links and folders with such a name are not among them: no client makes them.
    private func files(where isMeant: (String) -> Bool) throws -> [URL] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { FileKind(ofEntry: folder.appendingPathComponent($0).path) == .regular }
            // Of a file that is being exchanged there may be another name alone.
            .map { name in
                StoreFileExchange.suffixes.first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) } ?? name
            }
        return Set(names).filter(isMeant).sorted().map { folder.appendingPathComponent($0) }
    }

    /// Whether a file name is that of a spool of this namespace.
    func isSpool(_ name: String) -> Bool {
        let prefix = "\(base).spool-"
        guard name.hasPrefix(prefix), name.hasSuffix(ending) else { return false }
        let middle = name.dropFirst(prefix.count).dropLast(ending.count)
        return middle.count == 8 && middle.allSatisfy(\.isHexDigit)
    }

    /// Whether a file without a mark is a spool or an alternative file that has lost its first page: by the size of a
    /// spool, or by the events in an alternative file, whose name may be another program's.
    func isDamagedPart(_ file: URL) -> Bool {
        var status = stat()
        guard !StoreSchema.isStore(at: file.path), stat(file.path, &status) == 0 else { return false }
        if isSpool(file.lastPathComponent) { return Int(status.st_size).isMultiple(of: StoreConnection.pageSize) }
        return alternatives.contains { $0.lastPathComponent == file.lastPathComponent }
            && StoreSalvage.isStore(file.path)
    }

    /// Whether nothing says whose a file with the name of a spool or an alternative file is: its mark is that of
    /// another namespace, whose files have other names, or it is no database and has the size of one. It may be a
    /// damaged part.
    func isUnknown(_ file: URL) -> Bool {
        if StoreSchema.isStore(at: file.path) { return ![0, id].contains(StoreSchema.namespaceID(at: file.path)) }
        var status = stat()
        return !StoreSchema.isDatabase(at: file.path) && stat(file.path, &status) == 0
            && Int(status.st_size) >= StoreConnection.pageSize
    }

    /// Whether a change of a file with this name means that there may be events to import: the writer of a spool
    /// creates a notification file, or a client that ends releases its lock.
    func signalsExternalEvents(_ name: String) -> Bool {
        for suffix in [Self.notificationSuffix, ".lock"] where name.hasSuffix(suffix) {
            let file = String(name.dropLast(suffix.count))
            return isSpool(file) || alternatives.contains { $0.lastPathComponent == file }
        }
        return false
    }

    /// Whether a file with this name has the user's decision, which another client has changed if the file changes.
    func isConsent(_ name: String) -> Bool {
        name == SidecarFile(beside: main, SidecarFile.consentExtension).name
    }

    /// The suffix of the file that the writer of a spool creates and removes to notify the owner.
    static let notificationSuffix = "-note"

    /// The existing files of one database: the file itself first, then SQLite's files, the notification file, those of
    /// a file that was rebuilt, the mark of damage and the lock.
    package static func parts(of file: URL) -> [URL] {
        (databaseParts(of: file.path) + [file.path + notificationSuffix, file.path + DiskReserve.suffix]
            + StoreFileExchange.suffixes.flatMap { databaseParts(of: file.path + $0) }
            + [file.path + DamageMark.suffix, file.path + ".lock"])
            .map { URL(fileURLWithPath: $0) }
            .filter { FileManager.default.fileExists(atPath: $0.path) }
            .filter { !$0.path.hasSuffix(DamageMark.suffix) || DamageMark(of: file.path).isSet }
    }

    /// The existing files that SQLite keeps for one database, the database first.
    static func databaseParts(of path: String) -> [String] {
        ["", "-wal", "-shm", "-journal"].map { path + $0 }.filter { FileManager.default.fileExists(atPath: $0) }
    }

    /// Removes a database file and the files that belong to it. Each is truncated first, so that a hard link to it has
    /// no content either. Of a symbolic link only the link is removed.
    ///
    /// The log goes before the database, and the lock last: what a process leaves that is killed meanwhile is never
    /// taken for a store that has lost its content.
    ///
    /// - Throws: ``RegularFileError`` or an error of Foundation when a file cannot be truncated or removed.
    static func remove(_ file: URL) throws {
        let lock = file.path + ".lock"
        let others = parts(of: file).map(\.path).filter { $0 != file.path && $0 != lock }
        for part in others + [file.path, lock] {
            switch FileKind(ofEntry: part) {
            case .missing, .directory: continue  // no client makes a folder of that name
            case .regular where !part.hasSuffix("-shm"): try RegularFile.truncate(part)
            // A program that reads the store has the index in its memory, and would end with it.
            case .regular, .special, .unreachable: break
            }
            try FileManager.default.removeItem(atPath: part)
        }
    }
}
