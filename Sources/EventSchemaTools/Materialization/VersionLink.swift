package import EventCatalog
import Foundation

extension Rule {
    static let versionLink = Rule(
        "version-link", .error, "A link to a version is missing, or leads elsewhere.",
        reason: "Clients that ask for a version without a file ending, or for the latest, get none or an old one.",
        mistake: .current("", version: "", settings: "contentTypes: [yaml]\nshouldSymlinkLatest: false\n"),
        corrected: .current("", version: ""))
}

/// A symbolic link to the file of a version, in the same folder.
package struct VersionLink: Sendable, Hashable {
    /// What is at the path.
    package enum State: Sendable, Hashable {
        case missing
        /// A link to the target, or a file with the target's name: what a checkout without links makes of a link.
        case right
        /// A link to something else.
        case wrong(String)
        /// A file with the name of something else, as a checkout without links makes of a link.
        case wrongText(String)
        /// Something that is not a link.
        case taken
    }

    /// The path of the link.
    package let path: String
    /// The name of the file that it should lead to.
    package let target: String
    /// What is there.
    package let state: State

    package init(_ path: String, to target: String) {
        (self.path, self.target) = (path, target)
        state = Self.state(of: path, target)
    }

    private static func state(of path: String, _ target: String) -> State {
        var status = stat()
        guard lstat(path, &status) == 0 else { return .missing }
        switch status.st_mode & S_IFMT {
        case S_IFLNK:
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &buffer, buffer.count)
            let name = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
            return name == target || name == "./\(target)" ? .right : .wrong(name)
        case S_IFREG where status.st_size < 100:
            let text = linkText(path)
            guard let text, SchemaTitleFolder.version(inName: text) != nil else { return .taken }
            return text == target ? .right : .wrongText(text)
        default: return .taken
        }
    }

    /// The text of a small file without white space around it.
    private static func linkText(_ path: String) -> String? {
        do {
            let bytes = try SourceDocument.bytes(of: path)
            return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        } catch {
            return nil
        }
    }

    /// Makes the link, unless another command has made it since. One that leads elsewhere is replaced, so that a
    /// reader finds the old or the new link.
    ///
    /// - Throws: `FileWriteError`.
    package func make() throws(FileWriteError) {
        switch state {
        case .right: return
        case .taken: throw FileWriteError(file: path, reason: "it is not a link to a version; move it away")
        case .wrongText: return try AtomicFile.write(Array(target.utf8), to: path)
        case .wrong: try AtomicFile.replaceLink(at: path, to: target)
        case .missing:
            guard symlink(target, path) != 0 else { return }
            let reason = String(cString: strerror(errno))
            guard Self.state(of: path, target) == .right else { throw FileWriteError(file: path, reason: reason) }
        }
    }

    package var finding: CatalogFinding? {
        let problem: String
        switch state {
        case .right: return nil
        case .missing: problem = "The link is missing."
        case .wrong(let name), .wrongText(let name): problem = "The link leads to “\(name)”."
        case .taken: problem = "This is not a link to a version."
        }
        let remedy = "It leads to “\(target)” after “eventctl schemas materialize”."
        return CatalogFinding(
            .versionLink, SourceLocation(file: path), problem,
            remedy: state == .taken ? "Move it away. \(remedy)" : remedy)
    }
}
