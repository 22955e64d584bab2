package import EventCatalog
import EventSchema

/// What a project says beside its streams and experiments, at one time: its `Project.yaml`, and the waivers in its
/// files.
package struct ProjectWordsSnapshot: Sendable {
    /// The settings of `Project.yaml`; none where there is no such file.
    let settings: JSONObject
    let vocabulary: Vocabulary
    let severities: [ProjectSeverity]
    let links: [ProjectLink]
    let requirements: [ProjectRequirement]
    /// The waivers, ordered by file and line.
    let waivers: [PlacedWaiver]

    /// - Parameters:
    ///   - project: the project.
    ///   - folders: the folders of the files with waivers.
    ///   - streams: the streams of the folders.
    ///   - experiments: their experiments.
    ///   - copies: where these are copies of a commit, the paths of what was copied, with those of the copies.
    package init(
        _ project: Project, in folders: CatalogFolders, _ streams: StreamSnapshot, _ experiments: ExperimentSnapshot?,
        copies: [String: String] = [:]
    ) {
        settings = project.document?.value.object ?? [:]
        (vocabulary, severities, links) = (project.vocabulary, project.severities, project.links)
        requirements = project.requirements
        let sources = SourceFiles()
        waivers = Waivers(in: folders.files(in: sources), of: sources).all.map { waiver in
            let moved = waiver.moved(copies)
            let owner: PlacedWaiver.Owner =
                streams.places.entry(of: waiver).map { .stream($0) }
                ?? experiments?.places.entry(of: waiver).map { .experiment($0) } ?? .file(moved.location.file)
            return PlacedWaiver(waiver: moved, owner: owner)
        }
    }
}
