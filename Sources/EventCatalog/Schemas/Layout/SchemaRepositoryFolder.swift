import EventSupport

/// The folder of the repository of schemas in a directory that a caller names.
package enum SchemaRepositoryFolder {
    /// The name of the folder of schemas in a project.
    static let inProject = "Schemas"

    /// The directory, or its folder `Schemas` where it is the folder of a project: otherwise titles and settings would
    /// be looked for a folder too high.
    package static func of(_ directory: String) -> String {
        let directory = FolderPath.normal(directory)
        let schemas = FolderPath.entry(inProject, in: directory)
        guard !isRepository(directory), FileKind(at: schemas) == .directory, !isBelowSettings(directory) else {
            return directory
        }
        return schemas
    }

    /// Whether a directory has settings, or a root at the place where roots are without them.
    package static func isRepository(_ directory: String) -> Bool {
        FileKind(at: settings(in: directory)) != .missing
            || FileKind(at: FolderPath.entry("jsonschema", in: directory)) == .directory
    }

    /// Whether the directory may be the root of a repository. Its title `Schemas` is not a repository then.
    private static func isBelowSettings(_ directory: String) -> Bool {
        FileKind(at: settings(in: FolderPath.entry("..", in: directory))) != .missing
    }

    private static func settings(in directory: String) -> String {
        FolderPath.entry(SchemaToolsSettings.fileName, in: directory)
    }
}
