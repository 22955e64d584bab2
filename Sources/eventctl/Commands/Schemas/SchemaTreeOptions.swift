import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventSchemaTools
import EventSupport

/// The repository of schemas that a command works on.
struct SchemaTreeOptions: ParsableArguments {
    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "A further folder in which $refs are searched. With “URL=DIR”, the folder is a copy of that site. May be "
                + "repeated; nothing is fetched from a network.",
            valueName: "DIR"),
        transform: SchemaTreeOptions.base)
    var base: [SchemaBase] = []

    private static func base(_ text: String) throws -> SchemaBase {
        let base = SchemaBase(text)
        guard FileKind(at: base.folder) == .directory else {
            throw ValidationError("'\(base.folder)' is not a folder.")
        }
        return base
    }

    /// The repository in a directory; without one, in ``defaultDirectory()``.
    ///
    /// - Throws: `ValidationError` when there is no repository; `CatalogError` when it cannot be read.
    static func tree(in directory: String?) throws -> SchemaTree {
        try SchemaTree(directory: directory ?? defaultDirectory())
    }

    /// The repositories in directories; without any, in ``defaultDirectories()``.
    ///
    /// - Throws: `ValidationError` when there is no repository; `CatalogError` when one cannot be read.
    static func trees(in directories: [String]) throws -> SchemaTrees {
        try SchemaTrees(directories: directories.isEmpty ? defaultDirectories() : directories)
    }

    /// The one repository of ``defaultDirectories()``.
    ///
    /// - Throws: `ValidationError` when the project has no repository, or several.
    static func defaultDirectory() throws -> String {
        let directories = try defaultDirectories()
        guard directories.count == 1 else {
            throw ValidationError(
                "The project has several repositories of schemas; name one: \(directories.joined(separator: ", ")).")
        }
        return directories[0]
    }

    /// The current directory if it has settings or a folder `jsonschema`, else the roots of the project that are there.
    ///
    /// - Throws: `ValidationError` when there are none.
    static func defaultDirectories() throws -> [String] {
        let present = presentDirectories
        guard present.isEmpty else { return present }
        try Project.faultless()  // which may name other folders
        throw ValidationError(
            "The current directory has no \(SchemaToolsSettings.fileName) and no folder jsonschema or "
                + "\(CatalogOptions.defaultSchemas.joined(separator: ", ")). "
                + "Change to the folder of the repository, or name it; “eventctl schemas new TITLE” begins one here.")
    }

    /// ``defaultDirectories()``; empty when there are none.
    private static var presentDirectories: [String] {
        if SchemaRepositoryFolder.isRepository(".") { return ["."] }
        guard Project.inCurrentDirectory.file == nil else { return CatalogOptions.presentSchemas }
        let folder = SchemaRepositoryFolder.of(".")
        return folder == "." ? [] : [folder]
    }

    /// The repository for a new schema: ``defaultDirectory()``, or the first root of the project where none is there.
    static func directoryForNew() throws -> String {
        try presentDirectories.isEmpty ? CatalogOptions.defaultSchemas.first ?? "Schemas" : defaultDirectory()
    }
}
