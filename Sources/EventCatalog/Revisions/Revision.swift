import EventSupport
import Foundation

/// Why a folder of an earlier commit cannot be read.
public struct RevisionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, as a sentence with what to do about it.
    public let description: String
}

/// A commit of git, whose folders are copied to a temporary folder. Working tree and index stay as they are.
package struct Revision {
    private let name: String

    package init(_ name: String) { self.name = name }

    /// Calls `body` with the paths of copies of folders as they were in the commit, which are removed afterwards. A
    /// folder that the commit lacks has no copy.
    ///
    /// - Throws: ``RevisionError``, or the error of `body`.
    package func withCopies<Result>(of folders: [String], _ body: ([String: String]) throws -> Result) throws -> Result
    {
        let temporary = FileManager.default.temporaryDirectory.appending(path: "eventctl-\(UUID().uuidString)").path
        do {
            try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
        } catch {
            throw RevisionError(description: "cannot create \(temporary): \(error.reasonText)")
        }
        defer {
            do { try FileManager.default.removeItem(atPath: temporary) } catch {
                // The system removes what is left in its folder of temporary files.
            }
        }
        var copies: [String: String] = [:]
        for (number, folder) in folders.enumerated() {
            let place = "\(temporary)/\(number).folder"
            if try extract(folder, to: place) { copies[folder] = place }
        }
        return try body(copies)
    }

    /// Writes a folder as it was in the commit to a place.
    ///
    /// - Returns: whether the commit has the folder.
    private func extract(_ folder: String, to place: String) throws(RevisionError) -> Bool {
        // A folder that is gone since the commit is found from the one around it.
        let isThere = FileKind(at: folder) == .directory
        let around = isThere ? folder : URL(fileURLWithPath: folder).deletingLastPathComponent().path
        let git = GitFolder(around, scratch: "\(place).output")
        guard let root = try git.output("rev-parse", "--show-toplevel"),
            let slashed = try git.output("rev-parse", "--show-prefix")
        else {
            let complaint = try git.complaint(about: "rev-parse", "--show-toplevel")
            throw RevisionError(
                description: "git reads no repository in \(folder): \(complaint)")
        }
        let path = isThere ? slashed : slashed + URL(fileURLWithPath: folder).lastPathComponent
        let prefix = path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let commit = try git.output("rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}")
        else {
            throw RevisionError(
                description: "the repository of \(folder) has no commit “\(name)”; fetch it (a shallow clone has the "
                    + "newest commits only), or name another")
        }
        let tree = "\(commit):\(prefix)"
        guard try git.output("cat-file", "-t", tree) == "tree" else { return false }
        let index = ["GIT_INDEX_FILE": "\(place).index"]
        // Below the root, checkout-index would write only what the index has there.
        let top = GitFolder(root, scratch: "\(place).output")
        guard try top.output("read-tree", tree, environment: index) != nil,
            try top.output("checkout-index", "--all", "--prefix=\(place)/", environment: index) != nil
        else { throw RevisionError(description: "git cannot write the files of \(tree)") }
        // A folder without files is not written.
        do { try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true) } catch {
            throw RevisionError(description: "cannot create \(place): \(error.reasonText)")
        }
        return true
    }
}
