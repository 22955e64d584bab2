import Foundation

/// The names of the YAML files in a folder, sorted; at least one.
///
/// `kind` is what the files hold, such as `stream`; the error names it.
///
/// - Throws: ``CatalogError`` when the folder cannot be listed or has no YAML files.
func yamlFileNames(in directory: String, holding kind: String) throws(CatalogError) -> [String] {
    let names: [String]
    do {
        names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    } catch {
        throw CatalogError(
            SourceLocation(file: directory), "Cannot be listed: \(error.reasonText).",
            remedy: "Name a directory of \(kind) files that exists and that you may read.")
    }
    let files = names.filter { !$0.hasPrefix(".") && ($0.hasSuffix(".yaml") || $0.hasSuffix(".yml")) }
    guard !files.isEmpty else {
        throw CatalogError(
            SourceLocation(file: directory), "There are no \(kind) files.",
            remedy: "Add a YAML file, one for each area, or name another directory.")
    }
    return files
}
