import EventSupport

/// What a project requires of the streams in some of its files, and why.
package struct ProjectRequirement: Sendable {
    /// The settings that a stream must have, of ``settingNames``.
    package let settings: [String]
    /// The names of the links that a stream must have.
    package let links: [String]
    /// The files whose streams must have them, below the folder of the project; `nil` for all.
    package let path: String?
    package let reason: String
    /// The path of the entry in the file.
    package let place: [String]

    /// The settings that can be required: those for the people who own a stream.
    package static let settingNames = ["description", "owner", "expires"]

    /// The streams that it is about, as the end of a sentence such as “is required of …”.
    package var streams: String { path.map { "streams in \($0)" } ?? "every stream" }
}

extension Project {
    /// What the streams of a file must have, each name with the first entry that requires it.
    package struct Required: Sendable {
        package private(set) var settings: [(name: String, by: ProjectRequirement)] = []
        package private(set) var links: [(name: String, by: ProjectRequirement)] = []

        fileprivate mutating func add(_ entry: ProjectRequirement) {
            for name in entry.settings where !settings.contains(where: { $0.name == name }) {
                settings.append((name, entry))
            }
            for name in entry.links where !links.contains(where: { $0.name == name }) { links.append((name, entry)) }
        }
    }

    /// What the streams of a file must have; without a file, what those of every file must have.
    package func required(in file: String?) -> Required {
        var paths = RealPaths()
        return required(in: file, &paths)
    }

    /// What the streams of a file must have; without a file, what those of every file must have.
    package func required(in file: String?, _ paths: inout RealPaths) -> Required {
        var required = Required()
        for entry in requirements where entry.path == nil || isIn(entry.path, file, &paths) { required.add(entry) }
        return required
    }

    private func isIn(_ pattern: String?, _ file: String?, _ paths: inout RealPaths) -> Bool {
        guard let pattern, let file else { return false }
        return PathPattern(pattern).matches(place(of: file, &paths))
    }

    /// The requirements for paths in which none of the files of streams is that are read; with the folders that have
    /// them, as in ``severitiesWithoutFile(among:in:)``.
    package func requirementsWithoutFile(among files: [String], in folders: [String]) -> [ProjectRequirement] {
        let own = PathPattern(FolderPath.normal(streams))
        return entries(requirements, withoutFileAt: \.path, among: files, in: folders, own.matches)
    }
}
