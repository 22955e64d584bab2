import ArgumentParser
import EventCatalog
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

    /// The current directory if it has settings or a folder `jsonschema`, else the folder `Schemas`.
    ///
    /// - Throws: `ValidationError` when there is neither.
    static func defaultDirectory() throws -> String {
        if let present = presentDirectory { return present }
        throw ValidationError(
            "The current directory has no \(SchemaToolsSettings.fileName) and no folder jsonschema or Schemas. "
                + "Change to the folder of the repository, or name it; “eventctl schemas new TITLE” begins one here.")
    }

    /// The repository of the current directory; `nil` when there is none.
    static var presentDirectory: String? {
        let folder = SchemaRepositoryFolder.of(".")
        return folder != "." || SchemaRepositoryFolder.isRepository(".") ? folder : nil
    }

    /// The folder of a repository that is begun.
    static let newDirectory = "Schemas"
}
