import EventSchema

/// A file in a repository of schemas that is not read although it seems meant to be.
struct UnreadSchemaFile {
    let finding: CatalogFinding

    /// `nil` for all other files, such as notes and schemas without a version that others are made from.
    ///
    /// - Parameters:
    ///   - name: the name of the file, which is not a version.
    ///   - folder: its folder.
    ///   - sources: the files of the command.
    init?(_ name: String, in folder: SchemaFolder, _ sources: SourceFiles) {
        let path = folder.file(name)
        let location = SourceLocation(file: path)
        if let version = Self.intendedVersion(in: name) {
            finding = CatalogFinding(
                .unreadFile, location, "The name is not a version such as 1.0.0.yaml, so the file is not read.",
                remedy: folder.files.contains { $0.hasPrefix("\(version.number).") && $0 != name }
                    ? "Remove it, or give it a version of its own."
                    : "Rename it to “\(version.number).\(version.ending)”.")
        } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml"), !name.hasPrefix("current."),
            Self.hasStreams(path, sources)
        {
            finding = CatalogFinding(
                .unreadFile, location, "Streams are not read in a folder of schemas.",
                remedy: "Move the file to the folder of streams.")
        } else {
            return nil
        }
    }

    /// The version in a name such as “1.0.yaml”, “v1.yaml”, “1.0.0.yaml.txt” or “01.0.0.yaml”.
    private static func intendedVersion(in name: String) -> (number: String, ending: String)? {
        // Most names are “current.yaml”, and making the expression takes longer than reading such a file.
        guard name.contains(where: \.isNumber),
            let match = name.lowercased().wholeMatch(
                of: /v?0*(\d+)(?:\.0*(\d+))?(?:\.0*(\d+))?\.(yaml|yml|json)(?:\..*)?/)
        else { return nil }
        let (_, major, minor, patch, ending) = match.output
        return ("\(major).\(minor ?? "0").\(patch ?? "0")", String(ending))
    }

    /// Whether the file maps names to settings of streams.
    private static func hasStreams(_ file: String, _ sources: SourceFiles) -> Bool {
        do {
            let entries = try sources.document(in: file).value.object ?? [:]
            return entries.contains { $0.value["schema_title"]?.string != nil }
        } catch {
            // A file without a version that cannot be read is not a schema of the repository.
            return false
        }
    }
}
