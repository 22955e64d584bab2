import Foundation

/// A version file of a schema repository: `X.Y.Z.yaml`, `.yml`, `.json`, or `X.Y.Z` alone.
struct SchemaFile: Sendable {
    /// The file's path, beginning with the root as the caller spelled it.
    let path: String
    /// What `$schema` calls it: `/title/X.Y.Z`.
    let uri: String

    /// The path without the version.
    var title: String { String(uri.dropFirst().prefix(upTo: uri.lastIndex(of: "/") ?? uri.endIndex)) }
}

/// Finds the version files of a repository root. Everything else there is somebody else's business: `current.yaml`,
/// `latest`, fragments without a version, notes.
struct SchemaFileFinder {
    /// In which order the forms of one version are looked for.
    private static let suffixes = [".yaml", ".yml", ".json", ""]

    let root: String
    private(set) var files: [SchemaFile] = []
    private(set) var findings: [CatalogFinding] = []

    init(root: String) {
        self.root = root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: root, isDirectory: &isDirectory), isDirectory.boolValue else {
            findings = [
                CatalogFinding(
                    SourceLocation(file: root), "No such directory.", remedy: "Name a root of schemas that exists.")
            ]
            return
        }
        visit("")
    }

    private mutating func visit(_ folder: String) {
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: root + folder).sorted()
            for name in names where !name.hasPrefix(".") {
                // The attributes are those of a link itself: one that leads to a parent cannot lead round in a circle.
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(root)\(folder)/\(name)")
                if attributes[.type] as? FileAttributeType == .typeDirectory { visit("\(folder)/\(name)") }
            }
            add(versionsIn: names, folder)
        } catch {
            findings.append(
                CatalogFinding(
                    SourceLocation(file: root + folder), "Cannot be listed: \(error.reasonText).",
                    remedy: "Check that you may read the directory."))
        }
    }

    /// A bare `X.Y.Z` beside a file with a suffix is the customary link to it, or what a checkout without links made
    /// of the link. It is no document of its own.
    private mutating func add(versionsIn names: [String], _ folder: String) {
        let folderTitle = folder.hasPrefix("/jsonschema/") ? String(folder.dropFirst("/jsonschema".count)) : folder
        for name in names {
            guard let (version, suffix) = Self.version(in: name) else { continue }
            if suffix.isEmpty, Self.suffixes.contains(where: { !$0.isEmpty && names.contains(version + $0) }) {
                continue
            }
            files.append(SchemaFile(path: "\(root)\(folder)/\(name)", uri: "\(folderTitle)/\(version)"))
        }
    }

    private static func version(in name: String) -> (version: String, suffix: String)? {
        for suffix in suffixes where name.hasSuffix(suffix) {
            let version = String(name.dropLast(suffix.count))
            let parts = version.split(separator: ".", omittingEmptySubsequences: false)
            if parts.count == 3, parts.allSatisfy({ Int($0) != nil && $0.allSatisfy(\.isNumber) }) {
                return (version, suffix)
            }
        }
        return nil
    }
}
