import Foundation

/// The YAML files of a folder of streams or experiments.
package struct YAMLFolder {
    /// The names of the files, sorted.
    let names: [String]
    /// The paths of the files, in the order of their names.
    let paths: [String]
    /// A finding for each file whose name cannot be read, and for each that is not read although it seems meant to be.
    let findings: [CatalogFinding]

    /// - Parameters:
    ///   - directory: the folder.
    ///   - kind: what the files hold, such as `stream`; the error names it.
    ///   - mayBeEmpty: whether the folder may have no YAML files. The default is `false`.
    ///   - files: the files of the command.
    /// - Throws: ``CatalogError`` when the folder cannot be listed or has no YAML files.
    init(
        _ directory: String, holding kind: String, mayBeEmpty: Bool = false, in files: SourceFiles
    ) throws(CatalogError) {
        let directory = FolderPath.normal(directory)
        let listing: DirectoryListing
        do { listing = try files.listing(of: directory) } catch {
            throw CatalogError(
                .unreadableFile, SourceLocation(file: directory), "Cannot be listed: \(error.reasonText).",
                remedy: "Name a directory of \(kind) files that exists and that you may read.")
        }
        names = listing.names.filter(Self.reads)
        paths = names.map { FolderPath.entry($0, in: directory) }
        let unreadable = listing.unreadableNames.map { CatalogFinding(unreadableName: $0, in: directory) }
        let unread = listing.names.compactMap { Self.finding(forUnread: $0, in: directory, beside: listing.names) }
        findings = unreadable + unread
        guard mayBeEmpty || !names.isEmpty || !unreadable.isEmpty else {
            let empty = CatalogFinding(
                .unreadableFile, SourceLocation(file: directory), "There are no \(kind) files.",
                remedy: "Add a YAML file, one for each area, or name another directory.")
            throw CatalogError([empty] + unread)
        }
    }

    /// Whether a file of that name is read.
    package static func reads(_ name: String) -> Bool {
        !name.hasPrefix(".") && (name.hasSuffix(".yaml") || name.hasSuffix(".yml"))
    }

    /// A finding for a file that was probably meant to be read, and for a folder.
    private static func finding(
        forUnread name: String, in directory: String, beside names: [String]
    ) -> CatalogFinding? {
        let path = FolderPath.entry(name, in: directory)
        var isFolder: ObjCBool = false
        guard !name.hasPrefix("."), !name.hasSuffix(".yaml"), !name.hasSuffix(".yml"),
            FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        else { return nil }
        if isFolder.boolValue {
            return CatalogFinding(
                .unreadFile, SourceLocation(file: path), "Folders in this folder are not read.",
                remedy: "Move the files up, and remove the folder.")
        }
        guard let (stem, ending) = stemAndEnding(of: name) else { return nil }
        let right = "\(stem).yaml"
        return CatalogFinding(
            .unreadFile, SourceLocation(file: path), "Only files that end in .yaml or .yml are read.",
            remedy: names.contains(right) || names.contains("\(stem).yml")
                ? "Remove it, or move it to another folder."
                : "Rename it to “\(right)”.\(ending == "json" ? " JSON is YAML too." : "")")
    }

    /// The parts of a name that ends like YAML or JSON, whatever follows: “search.yaml.txt” is how some editors save.
    private static func stemAndEnding(of name: String) -> (stem: Substring, ending: String)? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let endings = parts.map { $0.lowercased() }
        let last = endings.last == "json" ? endings.count - 1 : endings.lastIndex { ["yaml", "yml"].contains($0) }
        guard let last, last > 0 else { return nil }
        return (name.prefix(parts[..<last].joined(separator: ".").count), endings[last])
    }
}

extension CatalogFinding {
    /// A name in a folder that is not UTF-8.
    init(unreadableName name: String, in folder: String) {
        self.init(
            .unreadableFile, SourceLocation(file: FolderPath.entry(name, in: folder)),
            "The name is not UTF-8, so the file is not read.",
            remedy: "Rename it.")
    }
}
