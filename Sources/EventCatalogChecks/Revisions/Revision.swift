import EventCatalog
import EventSupport
import Foundation

/// Why a folder of an earlier commit cannot be read.
public struct RevisionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, as a sentence with what to do about it.
    public let description: String
    /// Whether no commit of the name is known, which may be that of something else.
    package let isUnknownName: Bool

    init(description: String, isUnknownName: Bool = false) {
        (self.description, self.isUnknownName) = (description, isUnknownName)
    }
}

/// An earlier state of a project: a commit of git, whose folders are copied to a temporary folder, or a folder with a
/// copy of the project. Working tree and index stay as they are.
///
/// A commit is looked up in the repository of the project. A submodule has the commit that is recorded there. Folders
/// of other repositories, and of none, are taken as they are.
package struct Revision {
    private let name: String
    private let project: String?
    /// The folder for the temporary folder.
    private let parent: URL

    /// Names a state.
    ///
    /// - Parameters:
    ///   - name: the name of a commit, or the path of a folder.
    ///   - project: the folder of the project. The default is the first folder that is copied.
    ///   - parent: the folder for the temporary folder. The default is the system's.
    package init(_ name: String, of project: String? = nil, copyingTo parent: String? = nil) {
        (self.name, self.project) = (name, project)
        self.parent = parent.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
    }

    /// Calls `body` with the paths of folders and files as they were in the state: copies, which are removed
    /// afterwards, or those in the folder. Those that the state lacks have no path.
    ///
    /// - Parameters:
    ///   - folders: the folders.
    ///   - neighbour: the name of a file that is copied with each folder if it is beside it. The default is `nil`.
    ///   - files: the files. Empty by default.
    ///   - body: gets the paths, by those of what was copied.
    /// - Returns: the result of `body`.
    /// - Throws: ``RevisionError``, or the error of `body`.
    package func withCopies<Result>(
        of folders: [String], withFileBeside neighbour: String? = nil, files: [String] = [],
        _ body: ([String: String]) throws -> Result
    ) throws -> Result {
        if FileKind(at: name) == .directory {
            return try body(ProjectCopy(name, of: project).paths(of: folders, files: files))
        }
        return try Self.withTemporaryFolder(in: parent) { temporary in
            let home = project ?? folders.first ?? files.first.map(FolderPath.above) ?? "."
            let commits = try ProjectCommits(name, of: home)
            var copies: [String: String] = [:]
            for (number, folder) in folders.enumerated() {
                switch try commits.source(of: folder) {
                case .absent: continue
                case .unversioned: copies[folder] = folder
                case .commit(let source):
                    let place = "\(temporary)/\(number)"
                    try Self.create(place)
                    copies[folder] = try source.copyAll(to: place)
                    guard let neighbour else { continue }
                    let beside = FolderPath.joined(FolderPath.above(folder), neighbour)
                    copies[beside] = try source.copyFile(beside: neighbour, to: place)
                }
            }
            for (number, file) in files.enumerated() {
                // Behind a link, the commit has the file that it leads to.
                let target = RealPaths.resolved(file) ?? file
                guard case .commit(let source) = try commits.source(of: FolderPath.above(target)) else { continue }
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
        removeLeft(in: parent)
        let temporary = parent.appending(path: "\(temporaryPrefix)\(UUID().uuidString)").path
        try create(temporary)
        defer {
            do { try FileManager.default.removeItem(atPath: temporary) } catch {
                // A later command removes what is left.
            }
        }
        return try body(temporary)
    }

    private static let temporaryPrefix = "eventctl-"

    /// Removes what commands that were killed have left: none takes an hour.
    private static func removeLeft(in parent: URL) {
        let manager = FileManager.default
        do {
            for name in try manager.contentsOfDirectory(atPath: parent.path) where isTemporary(name) {
                let path = parent.appending(path: name).path
                let date = try manager.attributesOfItem(atPath: path)[.modificationDate] as? Date
                if let date, date < Date(timeIntervalSinceNow: -3600) { try manager.removeItem(atPath: path) }
            }
        } catch {
            // They disturb nothing, so one that cannot be removed stays.
        }
    }

    private static func isTemporary(_ name: String) -> Bool {
        name.hasPrefix(temporaryPrefix) && UUID(uuidString: String(name.dropFirst(temporaryPrefix.count))) != nil
    }

    private static func create(_ folder: String) throws(RevisionError) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        } catch {
            throw RevisionError(description: "cannot create \(folder): \(error.reasonText)")
        }
    }
}
