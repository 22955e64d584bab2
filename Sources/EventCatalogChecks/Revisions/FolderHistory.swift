import EventCatalog
import EventSupport

/// What happened to the YAML files of a folder, commit by commit, from its beginning to `HEAD`.
///
/// The commits are those of the first parents: a branch that was merged is the one commit of its merge, as it came to
/// the line that is reviewed. A folder that was renamed, with its files in one commit, is followed to its former name.
struct FolderHistory {
    /// A commit and the files that it changed.
    struct Step {
        let commit: HistoryCommit
        /// The contents of the changed files by their names, as hashes; `nil` for a file that is gone.
        var changes: [(name: String, content: String?)] = []
        /// Whether the files before the commit are not those of the folder, so that all others are gone.
        var beginsAnew = false
        /// The first parent; `nil` for a commit without one.
        fileprivate let parent: String?

        fileprivate var beginning: Step {
            var step = self
            step.beginsAnew = true
            return step
        }
    }

    /// The commits that changed files of the folder, the oldest first.
    private(set) var steps: [Step] = []
    /// The contents of all files, by their hashes.
    private(set) var contents: [String: [UInt8]] = [:]

    private let git: GitFolder

    /// Reads the history of a folder: one walk through the commits for each name that the folder had, and one reading
    /// of all contents.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - place: a folder for temporary files.
    /// - Throws: ``RevisionError`` when the folder is in no repository, or git cannot read it.
    init(of folder: String, in place: String) throws(RevisionError) {
        let folder = try RepositoryFolder(folder)
        git = folder.git
        let isShallow = try git.output("rev-parse", "--is-shallow-repository") == "true"
        var name: (path: String, end: String)? = try folder.commit("HEAD").map { (folder.path, $0) }
        var newestFirst: [Step] = []
        while let (path, end) = name {
            var steps = try walk(through: path, to: end, isShallow: isShallow)
            guard let first = steps.popLast() else { break }
            newestFirst += steps + [first.beginning]
            guard let parent = first.parent, let former = try formerPath(of: path, in: first.commit, after: parent)
            else { break }
            name = (former, parent)
        }
        steps = newestFirst.reversed()
        contents = try read(Set(steps.flatMap { $0.changes.compactMap(\.content) }), in: place)
    }

    // MARK: - Commits

    /// What keeps the user's settings of git, such as colours, out of the output.
    private static let plain = ["--no-color", "--no-relative", "--no-ext-diff", "--raw", "-z", "--no-abbrev"]

    /// The commits that changed files in a folder, the newest first.
    private func walk(through path: String, to end: String, isShallow: Bool) throws(RevisionError) -> [Step] {
        let arguments =
            ["log", "--first-parent", "-m", "--no-renames", "--no-show-signature", "--encoding=UTF-8"]
            + Self.plain + [
                "--date=format-local:%Y-%m-%dT%H:%M:%SZ", "--format=%H%x09%cd%x09%P%x09%aN", end, "--",
                path.isEmpty ? "." : path,
            ]
        let output = try required(arguments, environment: ["TZ": "UTC", "GIT_LITERAL_PATHSPECS": "1"])
        var (steps, tokens): ([Step], Tokens) = ([], Tokens(output))
        while let token = tokens.next() {
            if let change = RawChange(token) {
                guard let file = tokens.next()?.yamlFile(in: path), !steps.isEmpty else { continue }
                steps[steps.count - 1].changes.append((file, change.content))
            } else {
                let parts = token.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false)
                    .map(String.init)
                guard parts.count == 4 else { throw Self.unreadable(token) }
                let parent = parts[2].split(separator: " ").first.map(String.init)
                let commit = HistoryCommit(
                    hash: parts[0], date: parts[1], author: parts[3], mayHaveEarlier: isShallow && parent == nil)
                steps.append(Step(commit: commit, parent: parent))
            }
        }
        return steps.filter { !$0.changes.isEmpty }
    }

    /// The folder from which a commit has moved the most files into a folder that did not exist before; `nil` for none.
    private func formerPath(
        of path: String, in commit: HistoryCommit, after parent: String
    ) throws(RevisionError) -> String? {
        let output = try required(["diff-tree", "-r", "-M"] + Self.plain + [parent, commit.hash])
        var (counts, tokens): ([String: Int], Tokens) = ([:], Tokens(output))
        while let token = tokens.next() {
            guard let change = RawChange(token), let file = tokens.next() else { throw Self.unreadable(token) }
            guard change.isRename, let target = tokens.next(), target.yamlFile(in: path) != nil else { continue }
            let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
            if folder != path { counts[folder, default: 0] += 1 }
        }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    // MARK: - Contents

    private func read(_ hashes: Set<String>, in place: String) throws(RevisionError) -> [String: [UInt8]] {
        if hashes.isEmpty { return [:] }
        let list = "\(place)/hashes"
        do { try AtomicFile.write(Array(hashes.sorted().joined(separator: "\n").utf8), to: list) } catch {
            throw RevisionError(description: "cannot write \(list): \(error)")
        }
        var contents: [String: [UInt8]] = [:]
        var rest = try required(["cat-file", "--batch"], input: list)[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
            guard words.count == 3, let size = Int(words[2]), rest.endIndex - end > size else {
                throw RevisionError(
                    description: "the repository lacks contents of files: \(words.joined(separator: " ")); fetch them")
            }
            let content = end + 1..<end + 1 + size
            contents[String(words[0])] = Array(rest[content])
            rest = rest[content.upperBound...].dropFirst()
        }
        return contents
    }

    // MARK: - git

    private func required(
        _ arguments: [String], input: String = GitFolder.nullDevice, environment: [String: String] = [:]
    ) throws(RevisionError) -> [UInt8] {
        if let output = try git.bytes(arguments, input: input, environment: environment) { return output }
        let reason = try git.errorText(of: arguments)
        throw RevisionError(description: "git \(arguments[0]) failed: \(reason)")
    }

    private static func unreadable(_ token: String) -> RevisionError {
        RevisionError(description: "git printed “\(token)”, which is not understood")
    }
}

/// A commit in the history of a folder.
package struct HistoryCommit: Sendable, Hashable {
    /// The hash in full.
    package let hash: String
    /// The committer's date and time, in UTC: `2026-01-31T23:59:59Z`.
    package let date: String
    package let author: String
    /// Whether a shallow clone ends here, so that what the commit has may be older.
    package let mayHaveEarlier: Bool
}

/// What git prints between null characters; line ends in front of them separate commits.
private struct Tokens: IteratorProtocol {
    private var rest: ArraySlice<ArraySlice<UInt8>>

    init(_ output: [UInt8]) { rest = output.split(separator: 0)[...] }

    mutating func next() -> String? {
        rest.popFirst().map { String(decoding: $0.drop { $0 == UInt8(ascii: "\n") }, as: UTF8.self) }
    }
}

/// A change of a file, as `--raw` prints it: `:100644 100644 HASH HASH M`.
private struct RawChange {
    /// The hash of the content; `nil` for what is gone, and for what is not a file, such as a link.
    let content: String?
    let isRename: Bool

    init?(_ token: String) {
        let words = token.split(separator: " ")
        guard token.hasPrefix(":"), words.count == 5 else { return nil }
        content = words[1].hasPrefix("100") ? String(words[3]) : nil
        isRename = words[4].hasPrefix("R")
    }
}

extension String {
    /// The name of a YAML file that is in a folder itself; otherwise `nil`.
    fileprivate func yamlFile(in folder: String) -> String? {
        let start = folder.isEmpty ? "" : folder + "/"
        guard hasPrefix(start) else { return nil }
        let name = String(dropFirst(start.count))
        return !name.contains("/") && YAMLFolder.reads(name) ? name : nil
    }
}
