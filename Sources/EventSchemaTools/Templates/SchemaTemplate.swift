package import EventCatalog
import EventSchema
import EventSupport
import Foundation

/// The beginning of a schema: what `current.yaml` has before its fields are written.
package struct SchemaTemplate: Sendable {
    package let title: String
    /// What happens when such an event is sent.
    package let description: String
    /// The path of the version with the fields that its events have in common with others; `nil` for none.
    package let base: String?
    private let file: String
    /// The value of `$schema`: the first dialect that the settings allow.
    private let dialect: String
    private let fields: Fields?
    /// Whether the schema has to name the fields of the envelope itself.
    private let hasEnvelope: Bool
    /// The lines of an example; none for a schema whose fields are given, and for a fragment, which is no event.
    private let example: String

    /// - Parameters:
    ///   - title: the path of the schema.
    ///   - description: what happens when such an event is sent. The default is a text to be replaced.
    ///   - fields: the fields of its own, for a schema without a base. The default is one in a comment.
    ///   - tree: the repository.
    /// - Throws: ``InvalidNewSchema`` when the title cannot be used, or is there already.
    package init(
        title: String, description: String? = nil, fields: Fields? = nil, in tree: SchemaTree
    ) throws(InvalidNewSchema) {
        if let error = InvalidNewSchema(title, in: tree) { throw error }
        self.title = title
        self.description = description ?? "Say here what has happened when such an event is sent."
        dialect = (tree.settings.schemaDialects.first ?? .draft7).usualURI
        base = Self.base(for: title, in: tree)
        let inherited = base.flatMap { tree[Self.title(of: $0)]?.versions.last?.document.value }
        hasEnvelope = !Self.isFragment(title) && EventEnvelope.missing(in: inherited?["properties"]).count > 0
        self.fields = fields
        let isExemplified = fields == nil && !Self.isFragment(title)
        example =
            isExemplified ? FirstExample(of: title, basedOn: inherited, hasEnvelope: hasEnvelope).text : ""
        file = "\(tree.root)/\(title)/\(tree.settings.currentName)"
    }

    /// A fragment is part of other schemas, and no event.
    private static func isFragment(_ title: String) -> Bool { title.hasPrefix("fragment/") }

    private static func title(of uri: String) -> String { uri.split(separator: "/").dropLast().joined(separator: "/") }

    /// The version whose fields a schema shares: of the nearest folder around it that has a title `base` or `common`,
    /// or that has a title `common` below `fragment`.
    private static func base(for title: String, in tree: SchemaTree) -> String? {
        var folders = title.split(separator: "/").map(String.init)
        guard !isFragment(title) else { return nil }
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

    /// Whether the schema is part of others, and no event. It is open: a closed one would refuse the fields of each
    /// schema that includes it.
    package var isFragment: Bool { Self.isFragment(title) }

    /// The content of `current.yaml`.
    package var text: String {
        let parts =
            base.map { "allOf:\n  # The fields that events like these have in common.\n  - $ref: \($0)\n" } ?? ""
        let closing = isFragment ? "" : "additionalProperties: false\n"
        let properties = "\(parts)\(hasEnvelope ? envelope : "")\(fields?.text ?? comment)"
        return """
            title: \(title)
            description: \(YAMLScalarText.text(of: description))
            $id: /\(title)/1.0.0
            $schema: \(dialect)
            type: object
            \(closing)\(properties)
            \(example)
            """
    }

    /// The fields of a schema beside the envelope.
    package struct Fields: Sendable {
        /// The names of the fields that events must have.
        package let required: [String]
        /// The members of `properties` as YAML, indented by two, and behind them further keywords such as `examples`.
        package let text: String

        package init(required: [String], text: String) { (self.required, self.text) = (required, text) }
    }

    /// A field in a comment.
    private var comment: String {
        let head = hasEnvelope ? "" : "# properties:\n"
        return """
            # A field for each thing that an event says:
            \(head)#   duration_ms:
            #     type: integer
            #     minimum: 0
            #     description: How long it took, in milliseconds.
            """
    }

    /// What every event has.
    private var envelope: String {
        let required = ["$schema", "meta", "dt"] + (fields?.required ?? [])
        return "required: [\(required.joined(separator: ", "))]\n" + Self.properties
    }

    private static let properties = """
        properties:
          $schema:
            description: Path and version of this schema.
            type: string
            maxLength: 255
          meta:
            description: The envelope, written by the client and completed by the intake.
            type: object
            required: [dt, stream]
            properties:
              stream: {description: The name of the stream., type: string, minLength: 1, maxLength: 255}
              dt: {description: 'When the event was received, in UTC.', type: string, format: date-time, maxLength: 128}
              id: {description: The identifier of this one event., type: string, maxLength: 255}
              domain: {description: The host that the event is about., type: string, minLength: 1, maxLength: 255}
              request_id: {description: The identifier of the request that brought it., type: string, maxLength: 255}
          dt:
            description: When it happened, in UTC.
            type: string
            format: date-time
            maxLength: 128

        """

    /// Writes `current.yaml`, and its folder where it is missing. Calls at the same time wait for each other.
    ///
    /// - Returns: the path.
    /// - Throws: `FileWriteError`; also for a file that is there.
    package func write() throws(FileWriteError) -> String {
        let folder = FolderPath.above(file)
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            throw FileWriteError(file: folder, reason: error.reasonText)
        }
        let locks = try FolderLocks(of: [file])
        defer { locks.release() }
        guard FileKind(at: file) == .missing else { throw FileWriteError(file: file, reason: "it exists") }
        try AtomicFile.write(Array(text.utf8), to: file)
        return file
    }
}
