import EventCatalog
import Foundation

/// A folder of the working tree as it was in a commit.
struct CommitFolder {
    private let folder: RepositoryFolder
    private let commit: String

    /// - Parameters:
    ///   - folder: the folder.
    ///   - commit: the hash of a commit that its repository has.
    init(_ folder: RepositoryFolder, in commit: String) { (self.folder, self.commit) = (folder, commit) }

    /// Writes the folder into another one, under its own name.
    ///
    /// - Returns: the path of the copy; `nil` when the commit lacks the folder.
    func copyAll(to place: String) throws(RevisionError) -> String? {
        let tree = "\(commit):\(path)"
        guard try git.output("cat-file", "-t", tree) == "tree" else { return nil }
        let copy = "\(place)/\(URL(fileURLWithPath: "\(root)/\(path)").lastPathComponent)"
        let index = ["GIT_INDEX_FILE": "\(place).index"]
        // Below the root, checkout-index would write only what the index has there.
        try git.write("read-tree", tree, environment: index)
        try git.write("checkout-index", "--all", "--prefix=\(copy)/", environment: index)
        // A folder without files is not written.
        do { try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true) } catch {
            throw RevisionError(description: "cannot create \(copy): \(error.reasonText)")
        }
        return copy
    }

    /// Writes a file of the folder into another folder, under its own name.
    ///
    /// - Returns: the path of the copy; `nil` when the commit lacks the file.
    func copyFile(_ name: String, to place: String) throws(RevisionError) -> String? {
        try copy(path.isEmpty ? name : "\(path)/\(name)", to: "\(place)/\(name)")
    }

    /// Writes a file of the folder above into another folder, under its own name.
    ///
    /// - Returns: the path of the copy; `nil` when the commit lacks the file, and above the root of the repository.
    func copyFile(beside name: String, to place: String) throws(RevisionError) -> String? {
        guard !path.isEmpty else { return nil }
        let above = path.split(separator: "/").dropLast().map { "\($0)/" }.joined()
        return try copy(above + name, to: "\(place)/\(name)")
    }

    private func copy(_ file: String, to copy: String) throws(RevisionError) -> String? {
        let blob = "\(commit):\(file)"
        guard try git.output("cat-file", "-t", blob) == "blob" else { return nil }
        try git.write("cat-file", "--filters", blob, to: copy)
        return copy
    }

    /// The root of the repository.
    var root: String { folder.root }
    private var git: GitFolder { folder.git }
    private var path: String { folder.path }
}
