package import EventCatalog
import EventSupport

/// The beginning of a repository of schemas: its folder and its settings.
package enum SchemaRepositoryTemplate {
    /// The content of `.jsonschema-tools.yaml`: versions are files of YAML, without links.
    static let settings = """
        # The settings of this repository, for “eventctl schemas” and jsonschema-tools.
        contentTypes: [yaml]
        # Links do not survive every checkout and archive.
        shouldSymlinkExtensionless: false
        shouldSymlinkLatest: false

        """

    /// Makes a repository in a folder that is missing. The folder above must be there.
    ///
    /// - Returns: the path of the settings.
    /// - Throws: `FileWriteError`.
    package static func make(at directory: String) throws(FileWriteError) -> String {
        try OutputFolder.make(at: directory)
        let file = FolderPath.entry(SchemaToolsSettings.fileName, in: FolderPath.normal(directory))
        try AtomicFile.write(Array(settings.utf8), to: file)
        return file
    }
}
