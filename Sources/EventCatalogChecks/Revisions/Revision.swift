import EventCatalog
import Foundation

/// Why a folder of an earlier commit cannot be read.
public struct RevisionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, as a sentence with what to do about it.
    public let description: String
}

/// A commit of git, whose folders are copied to a temporary folder. Working tree and index stay as they are.
package struct Revision {
    private let name: String
    /// The folder for the temporary folder.
    private let parent: URL

    /// Names a commit.
    ///
    /// - Parameters:
    ///   - name: the name of the commit.
    ///   - parent: the folder for the temporary folder. The default is the system's.
    package init(_ name: String, copyingTo parent: String? = nil) {
        self.name = name
        self.parent = parent.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
    }

    /// Calls `body` with the paths of copies of folders and files as they were in the commit, which are removed
    /// afterwards. What the commit lacks has no copy, as a file beside a folder that is the root of its repository.
    ///
    /// - Parameters:
    ///   - folders: the folders.
    ///   - neighbour: the name of a file that is copied with each folder if it is beside it. The default is `nil`.
    ///   - files: the files. Empty by default.
    ///   - body: gets the copies, by the paths of what was copied.
    /// - Returns: the result of `body`.
    /// - Throws: ``RevisionError``, or the error of `body`.
    package func withCopies<Result>(
        of folders: [String], withFileBeside neighbour: String? = nil, files: [String] = [],
        _ body: ([String: String]) throws -> Result
    ) throws -> Result {
        try Self.withTemporaryFolder(in: parent) { temporary in
            var copies: [String: String] = [:]
            var roots: Set<String> = []
            for (number, folder) in folders.enumerated() {
                let source = try CommitFolder(folder, in: name)
                roots.insert(source.root)
                let place = "\(temporary)/\(number)"
                try Self.create(place)
                copies[folder] = try source.copyAll(to: place)
                if let neighbour {
                    let beside = FolderPath.joined(FolderPath.above(folder), neighbour)
                    copies[beside] = try source.copyFile(beside: neighbour, to: place)
                }
            }
            for (number, file) in files.enumerated() {
                // Behind a link, the commit has the file that it leads to.
                let real = RealPaths.resolved(file)
                let isOutside = real.map { real in roots.allSatisfy { !real.hasPrefix("\($0)/") } } ?? false
                if isOutside, !roots.isEmpty { continue }
                let target = real ?? file
                let source = try CommitFolder(FolderPath.above(target), in: name)
                let place = "\(temporary)/file-\(number)"
                try Self.create(place)
                copies[file] = try source.copyFile(URL(fileURLWithPath: target).lastPathComponent, to: place)
            }
            return try body(copies)
        }
    }

    /// Calls `body` with a new folder for temporary files, which is removed afterwards.
    static func withTemporaryFolder<Result>(
        in parent: URL = FileManager.default.temporaryDirectory, _ body: (String) throws -> Result
    ) throws -> Result {
        let temporary = parent.appending(path: "eventctl-\(UUID().uuidString)").path
        try create(temporary)
        defer {
            do { try FileManager.default.removeItem(atPath: temporary) } catch {
                // The system removes what is left in its folder of temporary files.
            }
        }
        return try body(temporary)
    }

    private static func create(_ folder: String) throws(RevisionError) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        } catch {
            throw RevisionError(description: "cannot create \(folder): \(error.reasonText)")
        }
    }
}
