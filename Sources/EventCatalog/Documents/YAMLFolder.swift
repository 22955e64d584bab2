import Foundation

/// The YAML files of a folder of streams or experiments.
struct YAMLFolder {
    /// The names of the files, sorted.
    let names: [String]
    /// A finding for each file whose name cannot be read, and for each that is not read although it seems meant to be.
    let findings: [CatalogFinding]

    /// - Parameters:
    ///   - directory: the folder.
    ///   - kind: what the files hold, such as `stream`; the error names it.
    /// - Throws: ``CatalogError`` when the folder cannot be listed or has no YAML files.
    init(_ directory: String, holding kind: String) throws(CatalogError) {
        let listing: DirectoryListing
        do { listing = try DirectoryListing(of: directory) } catch {
            throw CatalogError(
                .unreadableFile, SourceLocation(file: directory), "Cannot be listed: \(error.reasonText).",
                remedy: "Name a directory of \(kind) files that exists and that you may read.")
        }
        names = listing.names.filter { !$0.hasPrefix(".") && ($0.hasSuffix(".yaml") || $0.hasSuffix(".yml")) }
        let unreadable = listing.unreadableNames.map { CatalogFinding(unreadableName: $0, in: directory) }
        let unread = listing.names.compactMap { Self.finding(forUnread: $0, in: directory) }
        findings = unreadable + unread
        guard !names.isEmpty || !unreadable.isEmpty else {
            let empty = CatalogFinding(
                .unreadableFile, SourceLocation(file: directory), "There are no \(kind) files.",
                remedy: "Add a YAML file, one for each area, or name another directory.")
            throw CatalogError([empty] + unread)
        }
    }

    /// A finding for a file that was probably meant to be read, and for a folder.
    private static func finding(forUnread name: String, in directory: String) -> CatalogFinding? {
        let path = "\(directory)/\(name)"
        var isFolder: ObjCBool = false
        guard !name.hasPrefix("."), !name.hasSuffix(".yaml"), !name.hasSuffix(".yml"),
            FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        else { return nil }
        if isFolder.boolValue {
            return CatalogFinding(
                .unreadFile, SourceLocation(file: path), "Folders in this folder are not read.",
                remedy: "Move the files up, and remove the folder.")
        }
        guard let dot = name.lastIndex(of: "."),
            ["json", "yaml", "yml"].contains(name[name.index(after: dot)...].lowercased())
        else { return nil }
        return CatalogFinding(
            .unreadFile, SourceLocation(file: path), "Only files that end in .yaml or .yml are read.",
            remedy: "Rename it to “\(name[..<dot]).yaml”. JSON is YAML too.")
    }
}

extension CatalogFinding {
    /// A name in a folder that is not UTF-8.
    init(unreadableName name: String, in folder: String) {
        self.init(
            .unreadableFile, SourceLocation(file: "\(folder)/\(name)"),
            "The name is not UTF-8, so the file is not read.",
            remedy: "Rename it.")
    }
}
