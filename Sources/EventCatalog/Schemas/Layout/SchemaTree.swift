import EventSchema
import EventSupport

/// A repository of schemas in the layout of jsonschema-tools: `TITLE/current.yaml`, edited by people, and
/// `TITLE/X.Y.Z.yaml`, made from it.
package struct SchemaTree: Sendable {
    /// The folder that the paths of `$id`s begin at, in its one spelling.
    package let root: String
    /// The folder that paths in the settings are relative to; without a slash at the end.
    package let repository: String
    /// The settings of the repository.
    package let settings: SchemaToolsSettings
    /// The folders with a schema, ordered by path. Schemas that ``SchemaToolsSettings/ignoreSchemas`` names are left
    /// out.
    package let titles: [SchemaTitleFolder]
    /// What cannot be read, and what is wrong with the settings; ordered by place.
    package let findings: [CatalogFinding]
    /// What keeps files and folders from being read.
    private let failures: [CatalogFinding]
    /// The files of the command, among them those of the repository.
    package let sources: SourceFiles

    /// Reads a repository.
    ///
    /// - Parameters:
    ///   - directory: the repository, or the root itself: `.jsonschema-tools.yaml` is searched there and in the folder
    ///     above. Without settings, the root is the folder `jsonschema` where there is one, otherwise the directory.
    ///     The folder of a project stands for its folder `Schemas`.
    ///   - sources: the files of the command. The default is those of this repository alone.
    /// - Throws: ``CatalogError`` when the root cannot be listed, or the settings cannot be read.
    /// - Complexity: linear in the size of the files; they are read on all cores.
    package init(directory: String, in sources: SourceFiles = SourceFiles()) throws(CatalogError) {
        let place = try SchemaTreePlace(directory: directory, in: sources)
        var reader = SchemaTreeReader(root: place.root, settings: place.settings, sources)
        titles = try reader.titles()
        (root, repository, settings, self.sources) = (place.root, place.repository, place.settings, sources)
        findings = (place.settings.findings + reader.findings).sortedWithoutDuplicates()
        failures = reader.failures.sortedWithoutDuplicates()
    }

    /// The root of the repository in a directory, of which only the settings are read.
    ///
    /// - Throws: ``CatalogError`` when the settings cannot be read, or name a folder that does not exist.
    package static func root(
        of directory: String, in sources: SourceFiles = SourceFiles()
    ) throws(CatalogError) -> String { try SchemaTreePlace(directory: directory, in: sources).root }

    /// Checks that everything can be read, for what would otherwise say that there is nothing where it was not looked.
    ///
    /// - Parameter title: the title whose files are looked at. The default, `nil`, is all.
    /// - Throws: ``CatalogError`` with what cannot be.
    package func requireReadable(_ title: String? = nil) throws(CatalogError) {
        let folder = title.map { FolderPath.joined(root, $0.split(separator: "/").joined(separator: "/")) }
        let failures = self.failures.filter { failure in
            folder.map { [failure.location.file, FolderPath.above(failure.location.file)].contains($0) } ?? true
        }
        guard failures.isEmpty else { throw CatalogError(failures) }
    }

    /// The folder of a title; `nil` when there is none.
    package subscript(title: String) -> SchemaTitleFolder? { titles.first { $0.path == title } }
}
