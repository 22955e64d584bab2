import Foundation

/// The YAML files of a folder of streams or experiments.
struct YAMLFolder {
    /// The names of the files, sorted.
    let names: [String]
    /// A finding for each file whose name cannot be read.
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
        findings = listing.unreadableNames.map { CatalogFinding(unreadableName: $0, in: directory) }
        guard !names.isEmpty || !findings.isEmpty else {
            throw CatalogError(
                .unreadableFile, SourceLocation(file: directory), "There are no \(kind) files.",
                remedy: "Add a YAML file, one for each area, or name another directory.")
        }
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
