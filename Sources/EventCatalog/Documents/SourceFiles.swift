import EventSupport
package import Foundation

/// The files and folders that a command reads. Each folder is listed once and each file read and parsed once, however
/// many parts of the command use it, so that all of them see the same content while somebody edits the files.
///
/// A path is used as it is: ``FolderPath`` gives the paths of one file one spelling.
package final class SourceFiles: Sendable {
    private let listings = PathMemo<DirectoryListing, POSIXError>()
    private let texts = PathMemo<SourceText, CatalogError>()
    private let documents = PathMemo<SourceDocument, CatalogError>()

    /// The files that have this content whatever is on the disk.
    private let edited: [String: [UInt8]]
    /// What has the other files and the folders, where some are edited.
    private let base: SourceFiles?

    /// Creates an empty collection: files are read when they are used first.
    package convenience init() { self.init(edited: [:], base: nil) }

    private init(edited: [String: [UInt8]], base: SourceFiles?) { (self.edited, self.base) = (edited, base) }

    /// The same files, of which some have another content, by their paths. The others stay as they were read.
    package func edited(_ contents: [String: [UInt8]]) -> SourceFiles { SourceFiles(edited: contents, base: self) }

    /// The names in a folder.
    ///
    /// - Throws: the system's error when it cannot be listed.
    package func listing(of folder: String) throws(POSIXError) -> DirectoryListing {
        if let base { return try base.listing(of: folder) }
        return try listings.value(of: folder) { () throws(POSIXError) in try DirectoryListing(of: folder) }
    }

    /// The content of a file as text.
    ///
    /// - Throws: ``CatalogError`` when it cannot be read.
    package func text(of file: String) throws(CatalogError) -> SourceText {
        if let base, edited[file] == nil { return try base.text(of: file) }
        return try texts.value(of: file) { [edited] () throws(CatalogError) in
            if let bytes = edited[file] { return SourceText(bytes: bytes, file: file) }
            return try SourceText(file: file)
        }
    }

    /// The line of a location; `nil` when it names no line or the file cannot be read.
    package func line(at location: SourceLocation) -> String? {
        guard let line = location.line else { return nil }
        do { return try text(of: location.file).lines[line] } catch { return nil }
    }

    /// The value in a YAML or JSON file, with its places.
    ///
    /// - Throws: ``CatalogError`` when it cannot be read or parsed, and when its text has mistakes.
    package func document(in file: String) throws(CatalogError) -> SourceDocument {
        try checkedDocument(in: file).faultless()
    }

    /// The value in a file that is checked: the mistakes of its text are in its findings.
    ///
    /// - Throws: ``CatalogError`` when it cannot be read or parsed.
    func checkedDocument(in file: String) throws(CatalogError) -> SourceDocument {
        if let base, edited[file] == nil { return try base.checkedDocument(in: file) }
        return try documents.value(of: file) { () throws(CatalogError) in
            try SourceDocument(checking: try text(of: file))
        }
    }

    /// The values in several files that are checked, in their order, read on all cores.
    func checkedDocuments(in files: [String]) -> [Result<SourceDocument, CatalogError>] {
        concurrentMap(files) { file in Result { () throws(CatalogError) in try self.checkedDocument(in: file) } }
    }
}

/// Values that are made once for each path, also where several threads need one at the same time.
private final class PathMemo<Value: Sendable, Failure: Error>: Sendable {
    private typealias Entry = Locked<Result<Value, Failure>?>
    private let entries = Locked<[String: Entry]>([:])

    func value(of path: String, make: @Sendable () throws(Failure) -> Value) throws(Failure) -> Value {
        let entry = entries.withLock { entries in
            if let entry = entries[path] { return entry }
            let entry = Entry(nil)
            entries[path] = entry
            return entry
        }
        // The lock of the entry is held while its value is made: other paths are not waited for.
        return try entry.withLock { made in
            if let made { return made }
            let result = Result { () throws(Failure) in try make() }
            made = result
            return result
        }.get()
    }
}
