import EventCatalog
import EventSchema
import Foundation

/// Collects the titles of schema repositories. Of a version that several have, that of the first counts.
struct SiteTitleReader {
    private var versions: [String: [SemanticVersion: SiteTitle.Version]] = [:]
    private var currents: [String: JSONValue] = [:]
    private var titleProblems: [String: [String]] = [:]
    /// What is wrong with the files.
    private(set) var findings: [CatalogFinding] = []
    /// The mistakes in files that belong to no title, as texts.
    private(set) var problems: [String] = []

    /// Adds a repository.
    mutating func add(_ tree: SchemaTree) {
        var found = tree.findings
        for folder in tree.titles {
            let current = Self.schema(folder.current, in: tree, &found)
            if currents[folder.path] == nil, let current { currents[folder.path] = current }
            let made = current?[tree.settings.schemaVersionField]?.string.flatMap { SemanticVersion(endOf: $0) }
            var known = versions[folder.path] ?? [:]
            for (version, file) in folder.versions where known[version] == nil {
                guard let document = Self.schema(file, in: tree, &found) else { continue }
                known[version] = SiteTitle.Version(
                    name: "\(version)", document: document, origin: made == version ? current : nil)
            }
            versions[folder.path] = known
        }
        for finding in found { addFinding(finding, in: tree) }
        findings += found
    }

    /// The titles, ordered by path.
    var titles: [SiteTitle] {
        versions.sorted { $0.key < $1.key }.map { path, known in
            var all = known.sorted { $0.key < $1.key }.map(\.value)
            if all.isEmpty, let current = currents[path] {
                all = [SiteTitle.Version(name: SchemaSite.currentName, document: current, origin: nil)]
            }
            return SiteTitle(path: path, versions: all, problems: titleProblems[path] ?? [])
        }
    }

    /// The value of a file; `nil` with a finding for one that is not a schema or lies elsewhere: a link must not
    /// publish what is not part of the repository.
    private static func schema(
        _ file: SourceDocument?, in tree: SchemaTree, _ findings: inout [CatalogFinding]
    ) -> JSONValue? {
        guard let file else { return nil }
        guard RealPath(file.file).isInside(RealPath(tree.repository)) else {
            findings.add(
                .unreadFile, SourceLocation(file: file.file), "A link to a file outside of the repository.",
                remedy: "Put the file itself in its place.")
            return nil
        }
        guard file.value.object == nil else { return file.value }
        findings.add(
            .invalidSchema, file.location(at: []), "A schema is a map; this is of type \(file.value.typeName).",
            remedy: "Write title, $id and properties, one under the other.")
        return nil
    }

    /// Adds a finding. Its text has the place below the root, so that the site does not depend on where that lies.
    private mutating func addFinding(_ finding: CatalogFinding, in tree: SchemaTree) {
        let place = "\(finding.location)"
        let isInside = place.hasPrefix("\(tree.root)/")
        let text = finding.description.replacing("\(tree.root)/", with: "")
        let folder = isInside ? finding.location.file.dropFirst(tree.root.count + 1) : ""
        let path = folder.split(separator: "/").dropLast().joined(separator: "/")
        if isInside, versions[path] != nil {
            titleProblems[path, default: []].append(text)
        } else {
            problems.append(text)
        }
    }
}

/// A path without links in it.
private struct RealPath {
    private let path: String

    init(_ path: String) { self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    func isInside(_ folder: RealPath) -> Bool { folder.path == "/" || path.hasPrefix(folder.path + "/") }
}
