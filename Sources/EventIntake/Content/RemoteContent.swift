import EventCatalog
import EventStreams

/// What was fetched over HTTP, at one time.
struct RemoteContent: Sendable {
    /// The streams; `nil` when they are read from files.
    var streams: StreamConfigurations?
    /// The tag of the response with the streams.
    var streamsTag: String?
    /// The newest version of each title that a stream names, by title.
    var newest: [String: NewestVersion] = [:]
    /// The titles that streams name of which no repository has a newest version.
    var titlesWithoutNewest: [String] = []
    /// The versions that were fetched, by URI.
    var versions: [String: SchemaVersion] = [:]
    /// What is wrong with single schemas, which are missing or as they were before.
    var problems: [String] = []

    /// The same with the versions that were known before. Versions are frozen, so that only the newest ones, which may
    /// still change, are fetched again. Those of a title that no stream names any more are left out.
    func keeping(_ known: [String: SchemaVersion], of titles: Set<String>?) -> RemoteContent {
        var content = self
        content.versions = known.filter { titles?.contains($0.value.title) ?? true }.merging(versions) { $1 }
        return content
    }
}

/// What a repository has called the newest version of a title.
struct NewestVersion: Sendable {
    let version: SchemaVersion
    /// The tag of the response.
    let tag: String?
    /// The place of the repository in the list of base URLs.
    let base: Int
}
