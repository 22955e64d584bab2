import EventCatalog
import EventSupport

/// What makes a finding the same as an earlier one. Its line is not part of it, so that an edit elsewhere in the file
/// does not bring it back.
struct FindingKey: Sendable, Hashable {
    /// What two findings have in common in a file and in the same file under another name.
    struct Subject: Sendable, Hashable {
        let rule: String
        /// The names that lead to the item.
        let item: [String]
        /// The problem, without what depends on the working folder or on edits of other files.
        let problem: String
    }

    /// The absolute path of the file, or of the folder that the finding is about.
    var file: String
    let subject: Subject

    /// What stays the same when the words of a problem change, such as a count or a version in it, when a title gets a
    /// new version, and when a stream moves to another file: the rule, the folder and the item.
    struct Identity: Sendable, Hashable {
        let rule: String
        let place: String
        let item: [String]
    }

    var identity: Identity {
        let place = subject.item.isEmpty ? file : FolderPath.above(file)
        return Identity(rule: subject.rule, place: place, item: subject.item)
    }
}

/// The keys of findings in some folders.
struct FindingKeys {
    /// The beginnings of paths in problems, as the caller spelled the folders.
    private let folders: [String]
    private var paths = RealPaths()

    /// - Parameter folders: the folders that were checked.
    init(in folders: [String]) { self.folders = folders.map { FolderPath.entry("", in: $0) }.filter { !$0.isEmpty } }

    mutating func key(of finding: CatalogFinding) -> FindingKey {
        let problem = finding.problem
        let namesFile = problem.utf8.contains(UInt8(ascii: "."))
        return FindingKey(
            file: paths.path(of: finding.folder ?? finding.location.file),
            subject: FindingKey.Subject(
                rule: finding.rule.id, item: finding.location.item,
                problem: namesFile ? withoutPlaces(problem) : problem))
    }

    /// A problem may name a place in another file. Its folder is spelled as the caller has it, and its line moves with
    /// every edit there.
    private func withoutPlaces(_ problem: String) -> String {
        folders.reduce(problem, removing).replacing(Self.place.regex) { "\($0.output.1)" }
    }

    private static let place = SharedExpression(/(\.ya?ml|\.json):\d+(:\d+)?/)

    private func removing(_ text: String, _ folder: String) -> String {
        let parts = text.split(separator: folder, omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts[0])) { start, rest in
            // Elsewhere, the name of the folder is a part of another path.
            let beginsPath = start.last.map { " “(".contains($0) } ?? true
            return beginsPath ? start + rest : start + folder + rest
        }
    }
}
