/// The folder of one schema: the file that people edit, and the versions that are made from it.
package struct SchemaTitleFolder: Sendable {
    /// The path below the root, without a leading slash: the title that the schema should have.
    package let path: String
    /// The names of all entries of the folder, sorted.
    package let names: [String]
    /// The file that people edit; `nil` when there is none or it cannot be read.
    package let current: SourceDocument?
    /// The versions that can be read, in ascending order. Of one in several forms, the form that comes first in
    /// ``SchemaToolsSettings/contentTypes``.
    package let versions: [(version: SemanticVersion, document: SourceDocument)]

    /// The endings of files of schemas.
    package static let endings = ["yaml", "yml", "json"]

    /// The version that a file name has: `1.2.3.yaml`, `.yml` or `.json`.
    ///
    /// - Returns: `nil` for other names, such as the link `1.2.3`.
    package static func version(inName name: String) -> SemanticVersion? {
        VersionFileName(name).flatMap { $0.ending.isEmpty ? nil : $0.version }
    }
}
