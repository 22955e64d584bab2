import EventSchema
import EventSupport
import Foundation

/// The beginning of a schema: what `current.yaml` has before its fields are written.
package struct SchemaTemplate: Sendable {
    /// The title.
    package let title: String
    /// What happens when such an event is sent.
    package let description: String
    /// The path of the version with the fields that its events have in common with others; `nil` for none.
    package let base: String?
    private let file: String

    /// - Parameters:
    ///   - title: the path of the schema.
    ///   - description: what happens when such an event is sent. The default is a text to be replaced.
    ///   - tree: the repository.
    /// - Throws: ``InvalidNewSchema`` when the title cannot be used, or is there already.
    package init(title: String, description: String? = nil, in tree: SchemaTree) throws(InvalidNewSchema) {
        if let error = InvalidNewSchema(title, in: tree) { throw error }
        self.title = title
        self.description = description ?? "Say here what has happened when such an event is sent."
        base = Self.base(for: title, in: tree)
        file = "\(tree.root)/\(title)/\(tree.settings.currentName)"
    }

    /// The version whose fields a schema shares: of the nearest folder around it that has a title `base` or `common`,
    /// or that has a title `common` below `fragment`.
    private static func base(for title: String, in tree: SchemaTree) -> String? {
        var folders = title.split(separator: "/").map(String.init)
        guard folders.first != "fragment" else { return nil }
        while !folders.isEmpty {
            folders.removeLast()
            let around = folders.map { $0 + "/" }.joined()
            for name in ["\(around)base", "\(around)common", "fragment/\(around)common"] where name != title {
                let versions = tree[name]?.versions ?? []
                if let newest = versions.last { return "/\(name)/\(newest.version)" }
            }
        }
        return nil
    }

    /// The content of `current.yaml`.
    package var text: String {
        let parts =
            base.map { "allOf:\n  # The fields that events like these have in common.\n  - $ref: \($0)\n" } ?? ""
        return """
            title: \(title)
            description: \(YAMLScalarText.text(of: description))
            $id: /\(title)/1.0.0
            $schema: https://json-schema.org/draft-07/schema#
            type: object
            additionalProperties: false
            \(parts)# A field for each thing that an event says:
            # properties:
            #   duration_ms:
            #     type: integer
            #     minimum: 0
            #     description: How long it took, in milliseconds.

            """
    }

    /// Writes `current.yaml`, and its folder where it is missing.
    ///
    /// - Returns: the path.
    /// - Throws: ``FileWriteError``; also for a file that is there.
    package func write() throws(FileWriteError) -> String {
        guard FileKind(at: file) == .missing else { throw FileWriteError(file: file, reason: "it exists") }
        let folder = FolderPath.above(file)
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            throw FileWriteError(file: folder, reason: error.reasonText)
        }
        try AtomicFile.write(Array(text.utf8), to: file)
        return file
    }
}
