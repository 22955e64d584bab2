package import EventCatalog
import EventSchema
import EventSupport
import Foundation

/// The edit of `current.yaml` that gives it the next version. Comments and layout stay.
package struct VersionBump: Sendable {
    /// The path of current.yaml.
    package var file: String { change.file }
    /// The version that it had.
    package let before: SemanticVersion
    /// The version that it gets.
    package let after: SemanticVersion
    /// The number that the edits of current.yaml demand, if it is higher, and the change that demands it; otherwise
    /// `nil`.
    package let due: (version: SemanticVersion, change: String)?
    private let change: FileChange

    /// - Parameters:
    ///   - title: the title, with or without a slash in front.
    ///   - part: which part of the version is raised.
    ///   - tree: the repository.
    ///   - bases: more folders in which references are searched. Empty by default.
    /// - Throws: ``InvalidBump`` when there is no such title, or nothing to raise.
    package init(
        _ title: String, _ part: VersionLevel, in tree: SchemaTree, bases: [SchemaBase] = []
    ) throws(InvalidBump) {
        let title = title.split(separator: "/").joined(separator: "/")
        guard let folder = tree[title], let current = folder.current else {
            throw InvalidBump(missing: title, in: tree)
        }
        guard let id = current.value["$id"]?.string, let before = folder.currentVersion(tree.settings) else {
            throw InvalidBump("\(current.location(at: ["$id"])): The $id does not end with a version such as 1.0.0.")
        }
        try Self.requireChange(title, before, in: tree, bases)
        let after = before.next(part)
        if folder.versions.contains(where: { $0.version == after }) {
            throw InvalidBump("\(title) has \(after) already, and current.yaml has \(before); raise another part.")
        }
        (self.before, self.after) = (before, after)
        due = Self.due(title, before, in: tree, bases).flatMap { $0.version > after ? $0 : nil }
        let edits = try Self.edits(current, id: id, before, after)
        // The text of the document that the edits are for: an edit that somebody makes meanwhile moves their places.
        let text = SourceText(current)
        change = FileChange(file: current.file, before: text.applying([]), after: text.applying(edits))
    }

    /// A version that is not written yet needs no other number; what has not changed needs none either.
    private static func requireChange(
        _ title: String, _ version: SemanticVersion, in tree: SchemaTree, _ bases: [SchemaBase]
    ) throws(InvalidBump) {
        guard tree[title]?.versions.contains(where: { $0.version == version }) == true else {
            throw InvalidBump(
                "\(title) \(version) is not materialized yet, so current.yaml has a version of its own already. "
                    + "Write it with “eventctl schemas materialize”.")
        }
        // With a mistake in its references, current.yaml cannot be compared; it is being worked on then.
        guard let made = Materialization(tree, bases: bases, title: title).titles.first else { return }
        guard made.files.contains(where: { $0.state == .different }) else {
            throw InvalidBump(
                "\(title) \(version) is what current.yaml gives. Edit current.yaml first, then raise its version.")
        }
    }

    /// The number that is due behind a version, and the most serious change since; `nil` where nothing can be compared.
    private static func due(
        _ title: String, _ before: SemanticVersion, in tree: SchemaTree, _ bases: [SchemaBase]
    ) -> (version: SemanticVersion, change: String)? {
        let versions = SchemaVersions(tree, bases: bases)
        let old: JSONValue?
        let new: JSONValue?
        do {
            old = try versions.schema(of: title, "\(before)")
            new = try versions.schema(of: title, "current")
        } catch {
            return nil  // materializing reports what is wrong with references
        }
        guard let old, let new else { return nil }
        let changes = SchemaComparison(old: old, new: new).changes
        return changes.max { $0.level < $1.level }.map { (before.next($0.level), $0.words) }
    }

    // MARK: - Edits

    private static func edits(
        _ current: SourceDocument, id: String, _ before: SemanticVersion, _ after: SemanticVersion
    ) throws(InvalidBump) -> [TextEdit] {
        let head = id.range(of: "\(before)", options: .backwards).map { id[..<$0.lowerBound] } ?? id[...]
        let new = head + "\(after)" + id.dropFirst(head.count + "\(before)".count)
        let paths = paths(of: id, in: current.value, at: [])
        let edits = paths.map { current.edits(replacing: id, with: String(new), at: current.location(at: $0)) }
        guard let unseen = zip(paths, edits).first(where: { $1.isEmpty }) else { return edits.flatMap { $0 } }
        throw InvalidBump(
            "\(current.location(at: unseen.0)): The version cannot be edited, as “\(id)” is not written in one line "
                + "there.")
    }

    /// The paths of the `$id`, and of copies of it, such as the `$schema` of an example. A reference to the version
    /// before stays.
    private static func paths(of id: String, in value: JSONValue, at path: [String]) -> [[String]] {
        switch value {
        case .string(let text): text == id && path.last != "$ref" ? [path] : []
        case .array(let elements): elements.enumerated().flatMap { paths(of: id, in: $1, at: path + ["\($0)"]) }
        case .object(let members): members.flatMap { paths(of: id, in: $0.value, at: path + [$0.name]) }
        default: []
        }
    }

    /// Writes current.yaml.
    ///
    /// - Throws: `FileWriteError` when it cannot be written, or was changed since it was read.
    package func write() throws(FileWriteError) { try AtomicFile.make([change]) }
}

/// The error for a version that cannot be raised.
package struct InvalidBump: Error, Sendable, Hashable, CustomStringConvertible {
    /// Why, and what to do.
    package let description: String
    /// Whether the repository has no schema of that title to edit.
    package let isUnknownTitle: Bool

    init(_ description: String, isUnknownTitle: Bool = false) {
        (self.description, self.isUnknownTitle) = (description, isUnknownTitle)
    }

    init(missing title: String, in tree: SchemaTree) {
        let titles = tree.titles.filter { $0.current != nil }.map(\.path)
        let suggestion = titles.nearest(to: title) ?? titles.first { $0.hasSuffix("/\(title)") }
        let file = tree.settings.currentName
        self.init(
            "there is no \(file) of “\(title)”. "
                + (suggestion.map { "Did you mean “\($0)”?" } ?? "Begin the schema with “eventctl schemas new”."),
            isUnknownTitle: true)
    }
}
