import EventSchema
import EventSupport

extension Rule {
    package static let missingFolder = Rule(
        "missing-folder", .error, "The file of a project names a folder that is not there.",
        reason: "The files that the folder should have are not checked, and others that need them have findings.",
        mistake: .project("experiments: Trials\n"), corrected: .project("streams: Streams\n"))
}

extension Project {
    /// A finding for each folder below that of the file that it names and that is not there.
    package var missingFolders: [CatalogFinding] {
        // Of a commit, only the folders that are there today are copied.
        guard let document, copies.isEmpty else { return [] }
        func finding(_ setting: String, _ place: [String], _ name: JSONValue?) -> CatalogFinding? {
            guard let name = name?.string, !FolderPath.isOutside(name) else { return nil }
            let path = FolderPath.joined(folder, name)
            if FileKind(at: path) == .directory { return nil }
            let location = document.location(at: [setting] + place)
            if let submodule = GitFolders.absentSubmodule(having: path) {
                return CatalogFinding(
                    .missingFolder, location,
                    "The folder \(path) is in the submodule \(submodule), which is not checked out.",
                    remedy: CatalogFinding.submoduleRemedy)
            }
            return CatalogFinding(
                .missingFolder, location, "There is no folder \(path).", remedy: "Make it, or correct “\(setting):”.")
        }
        let roots = document.value["schemas"]?.array ?? []
        return ["streams", "experiments"].compactMap { finding($0, [], document.value[$0]) }
            + roots.enumerated().compactMap { finding("schemas", ["\($0)"], $1) }
    }
}

extension Project {
    /// A finding for each folder beside the file that has almost the name of one that is read and is not there.
    package var misspeltFolders: [CatalogFinding] {
        guard file != nil, hasKnownFolders, copies.isEmpty else { return [] }
        let names: [String]
        do { names = try SourceFiles().listing(of: folder).names } catch {
            // A folder that is checked has a finding where it cannot be listed.
            return []
        }
        // One that the file names and that is not there is a finding of its own.
        let wanted = [(streams, "streams"), (experiments, "experiments")] + schemas.map { ($0, "schemas") }
        let own = Set(wanted.map { FolderPath.normal($0.0) })
        return wanted.filter { name, noun in
            document?.value[noun] == nil && FileKind(at: FolderPath.joined(folder, name)) == .missing
        }.flatMap { name, noun in
            names.filter { Self.isAlmost($0, noun) && !own.contains($0) && isWithContent($0) }.map { other in
                CatalogFinding(
                    .unreadFile, SourceLocation(file: FolderPath.entry(other, in: folder)),
                    "The folder is not read: that of \(noun) is “\(name)”.",
                    remedy: "Rename it to “\(name)”, or write “\(noun):” in \(Self.fileName).")
            }
        }
    }

    /// Whether a name differs from the customary one in case, or lacks the s at its end.
    private static func isAlmost(_ name: String, _ noun: String) -> Bool {
        [noun, String(noun.dropLast())].contains(name.lowercased())
    }

    /// Whether a folder has YAML or folders: one of a program's code may have the name too.
    private func isWithContent(_ name: String) -> Bool {
        let path = FolderPath.entry(name, in: folder)
        guard FileKind(at: path) == .directory else { return false }
        do {
            return try SourceFiles().listing(of: path).names.contains { entry in
                YAMLFolder.reads(entry) || FileKind(at: FolderPath.entry(entry, in: path)) == .directory
            }
        } catch {
            return false  // what cannot be listed is not known to be meant
        }
    }
}

extension Project {
    /// A finding for each file in a folder that has the settings of a project under a name that is not read. It is an
    /// error if no file has the right name: then the words of the project are missing.
    package static func misnamed(in folder: String, _ sources: SourceFiles = SourceFiles()) -> [CatalogFinding] {
        let names: [String]
        do { names = try sources.listing(of: folder).names } catch {
            // A folder that is checked has a finding where it cannot be listed.
            return []
        }
        let hasFile = names.contains(fileName)
        // Where letters have no case, another spelling is the file itself.
        guard hasFile || FileKind(ofEntry: FolderPath.entry(fileName, in: folder)) == .missing else { return [] }
        return names.filter(ProjectFileName.isMisspelt)
            .map { FolderPath.entry($0, in: folder) }.filter { hasSettings($0, sources) }
            .map { file in
                let finding = CatalogFinding(
                    .unreadFile, SourceLocation(file: file), "Only a file named \(fileName) is read as a project.",
                    remedy: hasFile
                        ? "Move its settings to \(fileName), and remove it." : "Rename it to \(fileName).")
                return hasFile ? finding : finding.with(.error)
            }
    }

    /// Whether a file has settings of a project and no others: other tools have a `project.yml` too.
    private static func hasSettings(_ file: String, _ sources: SourceFiles) -> Bool {
        do {
            let names = try sources.checkedDocument(in: file).value.object?.map(\.name) ?? []
            return !names.isEmpty && names.allSatisfy(ProjectSchema.settingNames.contains)
        } catch {
            return false  // what cannot be read is not known to be meant
        }
    }
}

extension CatalogFolders {
    /// A finding for each file beside the folders that has the settings of a project under a name that is not read.
    package func misnamedProjects(in sources: SourceFiles) -> [CatalogFinding] {
        let places = ([projectFile].compactMap { $0 } + checked).map(FolderPath.above)
        return places.distinct.flatMap { Project.misnamed(in: $0, sources) }
    }
}
