package import EventCatalog
import EventSupport
import Foundation

/// The folder that a site is written to: new, empty, or one with a site that was written earlier.
///
/// A file of the folder lists the site's files. Nothing but these is ever overwritten or removed.
package struct SiteFolder: Sendable {
    private let path: String
    /// The paths of the site that is there; empty in a new folder.
    private let earlier: Set<String>
    private let isNew: Bool

    /// The name of the file that lists the files of the site.
    static let listName = ".schema-site"
    private static let listHead = "Files that `eventctl schemas docs` has written, and replaces or removes:"

    /// Looks at the folder.
    ///
    /// - Throws: `FileWriteError` for a folder with other content, and for one that cannot be listed.
    package init(_ path: String) throws(FileWriteError) {
        self.path = path
        switch FileKind(at: path) {
        case .missing: (earlier, isNew) = ([], true)
        case .directory: (earlier, isNew) = (try Self.earlierFiles(in: path), false)
        default: throw FileWriteError(file: path, reason: "it is not a folder; name a new or an empty one")
        }
    }

    /// Writes the files, and removes those of an earlier site that this one does not have. What is as it should be
    /// already is left alone. Calls at the same time wait for each other.
    ///
    /// - Throws: `FileWriteError` when a file cannot be written, or when there is another file in its place. A file
    ///   that is in the way is found before anything is written.
    package func write(_ files: [SiteFile]) throws(FileWriteError) {
        if isNew { try OutputFolder.make(at: path) }
        let locks = try FolderLocks(of: [place(Self.listName)])
        defer { locks.release() }
        // Another command may have written a site here since.
        try SiteFolder(path).replace(with: files)
    }

    private func replace(with files: [SiteFile]) throws(FileWriteError) {
        let names = Set(files.map(\.path))
        for name in names.union(earlier).sorted() { try requireOwn(name) }
        // Written first, the list has every file of the site whenever the writing ends.
        if names != earlier { try writeList(names.union(earlier)) }
        for file in files where !holds(file) {
            try makeFolders(above: file.path)
            try AtomicFile.write(file.bytes, to: place(file.path))
        }
        for name in earlier.subtracting(names).sorted() { try remove(name) }
        if names != earlier { try writeList(names) }
    }

    // MARK: - The list

    private static func earlierFiles(in path: String) throws(FileWriteError) -> Set<String> {
        let names: [String]
        do {
            let listing = try DirectoryListing(of: path)
            names = listing.names + listing.unreadableNames
        } catch { throw FileWriteError(file: path, reason: error.reasonText) }
        guard names.contains(listName) else {
            guard let first = names.first else { return [] }
            throw FileWriteError(
                file: path,
                reason: "the folder has other files, such as \(first); name a new folder, an empty one, or one with "
                    + "a site that this command has written")
        }
        let bytes: [UInt8]
        do { bytes = try SourceDocument.bytes(of: "\(path)/\(listName)") } catch {
            throw FileWriteError(file: path, reason: error.findings.first?.problem ?? "\(error)")
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == listHead[...], lines.last == "", lines.dropFirst().dropLast().allSatisfy(isPath) else {
            throw FileWriteError(
                file: "\(path)/\(listName)",
                reason: "it is not a list of this command; remove the folder, or name another one")
        }
        return Set(lines.dropFirst().dropLast().map(String.init))
    }

    /// Whether a line is the path of a file that a site may have: it cannot lead out of the folder.
    private static func isPath(_ line: Substring) -> Bool {
        line.wholeMatch(of: /(?:[A-Za-z0-9_~-]+\/)*[A-Za-z0-9_~-]+(?:\.[A-Za-z0-9_~-]+)+/) != nil
    }

    private func writeList(_ names: Set<String>) throws(FileWriteError) {
        let lines = [Self.listHead] + names.sorted()
        try AtomicFile.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: place(Self.listName))
    }

    // MARK: - Files

    private func place(_ name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    /// Checks that a path of the site is free, or is a file that the list names; that no part of it is a link, behind
    /// which there may be anything.
    private func requireOwn(_ name: String) throws(FileWriteError) {
        let parts = name.split(separator: "/")
        for count in 1...parts.count {
            let part = parts.prefix(count).joined(separator: "/")
            var status = stat()
            guard lstat(place(part), &status) == 0 else { return }
            let isLast = count == parts.count
            let kind = status.st_mode & S_IFMT
            guard kind == (isLast ? S_IFREG : S_IFDIR), !isLast || earlier.contains(name) else {
                throw FileWriteError(
                    file: place(part), reason: "it is not part of the site that was written here earlier; move it away")
            }
        }
    }

    private func makeFolders(above name: String) throws(FileWriteError) {
        let folder = place(name.split(separator: "/").dropLast().joined(separator: "/"))
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            throw FileWriteError(file: folder, reason: error.reasonText)
        }
    }

    /// Whether the file has this content already. One that cannot be read is written anew, which reports why it cannot.
    private func holds(_ file: SiteFile) -> Bool {
        guard earlier.contains(file.path) else { return false }
        do { return try SourceDocument.bytes(of: place(file.path)) == file.bytes } catch { return false }
    }

    /// Removes a file, and the folders around it that are empty then.
    private func remove(_ name: String) throws(FileWriteError) {
        guard unlink(place(name)) == 0 || errno == ENOENT else {
            throw FileWriteError(file: place(name), reason: String(cString: strerror(errno)))
        }
        var parts = name.split(separator: "/").dropLast()
        while !parts.isEmpty, rmdir(place(parts.joined(separator: "/"))) == 0 { parts.removeLast() }
    }
}
