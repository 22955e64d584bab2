import EventStreams
import Foundation

/// Why the findings of an earlier commit cannot be had.
public struct RevisionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, as a sentence with what to do about it.
    public let description: String
}

/// A commit of git, whose files are checked in a temporary folder. Working tree and index stay as they are.
struct Revision {
    private let name: String

    init(_ name: String) { self.name = name }

    /// The findings of the folders as they were in the commit, under the paths of today. A folder that the commit lacks
    /// has no findings.
    func baseline(of folders: CatalogFolders, asOf: UTCInstant?) throws(RevisionError) -> Baseline {
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
        var places: [(folder: String, place: String)] = []
        for (number, folder) in folders.all.enumerated() {
            let place = "\(temporary)/\(number).folder"
            if try extract(folder, to: place) { places.append((folder, place)) }
        }
        let moved = folders.moved { folder in places.first { $0.folder == folder }?.place }
        return Baseline(CatalogCheck(moved, asOf: asOf).findings.map { $0.moved(places) })
    }

    /// Writes a folder as it was in the commit to a place.
    ///
    /// - Returns: whether the commit has the folder.
    private func extract(_ folder: String, to place: String) throws(RevisionError) -> Bool {
        let git = GitFolder(folder, scratch: "\(place).output")
        guard let root = try git.output("rev-parse", "--show-toplevel"),
            let slashed = try git.output("rev-parse", "--show-prefix")
        else {
            let complaint = try git.complaint(about: "rev-parse", "--show-toplevel")
            throw RevisionError(
                description: "git reads no repository in \(folder), so --changed-since cannot be used (\(complaint))")
        }
        let prefix = slashed.hasSuffix("/") ? String(slashed.dropLast()) : slashed
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

extension CatalogFinding {
    /// The finding with the paths of folders in place of those that were checked.
    fileprivate func moved(_ places: [(folder: String, place: String)]) -> CatalogFinding {
        func moved(_ text: String) -> String {
            places.reduce(text) { $0.replacingOccurrences(of: $1.place, with: $1.folder) }
        }
        let place = SourceLocation(file: moved(location.file), line: location.line, column: location.column)
        return CatalogFinding(rule, place, moved(problem), remedy: remedy)
    }
}
