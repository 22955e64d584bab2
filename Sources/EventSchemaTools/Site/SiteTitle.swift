import EventSchema

/// A title of a schema repository, with what the site shows of it.
struct SiteTitle: Sendable {
    struct Version: Sendable {
        /// `X.Y.Z`, or `current` for a title without a version.
        let name: String
        let document: JSONValue
        /// The `current` file that the version was made from, where that is known.
        let origin: JSONValue?
        /// What has changed since the version before; `nil` for the first.
        var changes: [SchemaChange]?
    }

    /// The path below the root, without a leading slash.
    let path: String
    /// In ascending order; empty where no file can be read.
    private(set) var versions: [Version]
    /// The mistakes in its files, each with the place and the remedy.
    let problems: [String]
    /// The streams that name the title, in order.
    var streams: [SiteStream] = []
    /// The schema versions that refer to this title: the URI of each, and the URI that it names.
    var users: [(user: String, target: String)] = []

    /// The version that the page of the title shows.
    var newest: Version? { versions.last }

    /// The URI of a version: `/title/X.Y.Z`.
    func uri(of version: Version) -> String { "/\(path)/\(version.name)" }

    /// Creates a title that nothing refers to yet.
    init(path: String, versions: [Version], problems: [String]) {
        (self.path, self.versions, self.problems) = (path, versions, problems)
    }

    /// Finds out what each version has changed.
    mutating func compareVersions() {
        for index in versions.indices.dropFirst() {
            let comparison = SchemaComparison(old: versions[index - 1].document, new: versions[index].document)
            versions[index].changes = comparison.changes
        }
    }

    /// The description of the newest version.
    var description: String { newest?.document["description"]?.string ?? "" }
}
