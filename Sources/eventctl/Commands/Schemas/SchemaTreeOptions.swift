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

    /// The repositories in directories; without any, in ``defaultDirectories()``.
    ///
    /// - Throws: `ValidationError` when there is no repository; `CatalogError` when one cannot be read.
    static func trees(in directories: [String]) throws -> SchemaTrees {
        try SchemaTrees(directories: directories.isEmpty ? defaultDirectories() : directories)
    }

    /// The repositories that a command writes into: the one in a directory, or those that the project keeps itself.
    ///
    /// - Throws: `ValidationError` when there is none to write into; `CatalogError` when one cannot be read.
    static func writtenTrees(in directory: String?) throws -> SchemaTrees {
        try SchemaTrees(directories: directory.map { [$0] } ?? ownDirectories())
    }

    /// The repositories of the project that are only read unless they are named.
    ///
    /// - Throws: `CatalogError` when one cannot be read.
    static func readTrees() throws -> SchemaTrees { try SchemaTrees(directories: keptFolders.others) }

    /// Those of ``defaultDirectories()`` that are in the project's own repository of git.
    ///
    /// - Throws: `ValidationError` when there are none.
    private static func ownDirectories() throws -> [String] {
        _ = try defaultDirectories()
        let kept = keptFolders
        guard kept.own.isEmpty else { return kept.own }
        throw ValidationError(
            "Only what is named is written into other repositories of git than the project's; name one with "
                + "--schemas: \(kept.others.joined(separator: ", ")).")
    }

    private static var keptFolders: KeptFolders { KeptFolders(presentDirectories, of: ".") }

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

    /// The repository for a new schema: the one that the project keeps itself, or its first root where none is there.
    ///
    /// - Throws: `ValidationError` when there are several.
    static func directoryForNew() throws -> String {
        if presentDirectories.isEmpty { return CatalogOptions.defaultSchemas.first ?? "Schemas" }
        let own = try ownDirectories()
        guard own.count == 1 else {
            throw ValidationError(
                "The project has several repositories of schemas; name one with --schemas: "
                    + "\(own.joined(separator: ", ")).")
        }
        return own[0]
    }
}
