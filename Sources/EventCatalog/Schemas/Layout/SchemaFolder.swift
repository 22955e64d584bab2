/// A folder below a root of schemas, and its files by their use.
struct SchemaFolder {
    /// The path below the root, without slashes at its ends; empty for the root itself.
    let path: String
    /// The path with the root.
    let place: String
    /// The names of all entries, sorted.
    let entries: [String]
    /// The names of the files, sorted. Hidden files are left out.
    let files: [String]
    /// The file that people edit; `nil` if there is none.
    let current: String?
    /// The files of versions. Of the forms of one version, the one that the settings name first comes first.
    ///
    /// `X.Y.Z` without an ending is only here if the version has no other form. Otherwise it is the customary link to
    /// it, or the text that a checkout without links made of the link.
    let versions: [VersionFileName]
    /// The folders in the place of the file that people edit or of a version.
    let misplacedFolders: [String]

    private static let currentNames = SchemaTitleFolder.endings.map { "current.\($0)" }

    init(path: String, place: String, entries: [String], folders: [String], _ settings: SchemaToolsSettings) {
        let files = entries.filter { !$0.hasPrefix(".") && !folders.contains($0) }
        (self.path, self.place, self.entries, self.files) = (path, place, entries, files)
        current = entries.first { $0 == settings.currentName && !folders.contains($0) }
        let names = files.filter { $0 != settings.currentName }.compactMap(VersionFileName.init)
        let forms = (settings.contentTypes + SchemaTitleFolder.endings).distinct.flatMap { ending in
            names.filter { $0.ending == ending }
        }
        let known = Set(forms.map(\.version))
        versions = forms + names.filter { $0.ending.isEmpty && !known.contains($0.version) }
        misplacedFolders = folders.filter {
            $0 == settings.currentName || SchemaTitleFolder.version(inName: $0) != nil
        }
    }

    /// Whether the folder has the file that people edit, or a version with an ending.
    var isTitle: Bool { current != nil || versions.contains { !$0.ending.isEmpty } }

    /// The form that is read of each version with an ending.
    var preferredForms: [VersionFileName] {
        var seen: Set<SemanticVersion> = []
        return versions.filter { !$0.ending.isEmpty && seen.insert($0.version).inserted }
    }

    /// The files that seem meant as the one that people edit.
    var misnamedCurrents: [String] {
        files.filter { $0 != current && Self.currentNames.contains($0.lowercased()) }
    }

    /// The files that are neither edited by people nor named like a version.
    var otherFiles: [String] { files.filter { $0 != current && VersionFileName($0) == nil } }

    func file(_ name: String) -> String { FolderPath.entry(name, in: place) }

    /// The path of a file of the folder below the root.
    func pathBelowRoot(of name: String) -> String { path.isEmpty ? name : "\(path)/\(name)" }
}
