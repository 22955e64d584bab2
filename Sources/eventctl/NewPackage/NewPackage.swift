import ArgumentParser
import EventCatalog
import EventSchemaTools
import EventSupport
import Foundation

/// A package to begin with: a schema, a stream, an instrument, and a test of it.
struct NewPackage {
    let name: PackageName
    let platform: PlatformPackage

    /// Makes the package in a folder of its name in the current folder.
    ///
    /// It is made under another name, which begins with a dot, and then renamed: a call that fails or is killed leaves
    /// no part of it.
    ///
    /// - Throws: `ValidationError` when something has the name already; `FileWriteError` when it cannot be written.
    func make() throws {
        guard FileKind(ofEntry: name.text) == .missing else { throw Self.exists(name) }
        let folder = ".\(name.text).\(UUID().uuidString).tmp"
        try OutputFolder.make(at: folder)
        do {
            try writeFiles(in: folder)
            try writeSchema(in: folder)
            try rename(folder)
        } catch {
            try FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    private static func exists(_ name: PackageName) -> ValidationError {
        ValidationError("There is a \(name.text) here already, and it is not changed. Give another name.")
    }

    private func rename(_ folder: String) throws {
        guard Foundation.rename(folder, name.text) != 0 else { return }
        if [EEXIST, ENOTEMPTY, ENOTDIR].contains(errno) { throw Self.exists(name) }
        throw FileWriteError(file: name.text, reason: String(cString: strerror(errno)))
    }

    private func writeFiles(in folder: String) throws {
        for (path, text) in files {
            let file = FolderPath.entry(path, in: folder)
            try FileManager.default.createDirectory(
                atPath: FolderPath.above(file), withIntermediateDirectories: true)
            try AtomicFile.write(Array(text.utf8), to: file)
        }
    }

    /// Begins the repository and the schema as `schemas new` does.
    private func writeSchema(in folder: String) throws {
        let directory = FolderPath.entry("Schemas", in: folder)
        _ = try SchemaRepositoryTemplate.make(at: directory)
        let template = try SchemaTemplate(
            title: title, description: "A screen of the app was closed.", fields: fields,
            in: try SchemaTree(directory: directory))
        _ = try template.write()
        let findings = try Materialization(try SchemaTree(directory: directory), title: title).write().findings
        if !findings.isEmpty { throw CatalogError(findings) }
    }
}
