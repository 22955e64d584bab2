import EventSchema

/// How one setting of `.jsonschema-tools.yaml` is read.
struct SchemaToolsSetting: Sendable {
    /// Sets the value.
    ///
    /// - Returns: what the value must be, when it is something else.
    let set: @Sendable (inout SchemaToolsSettings, JSONValue) -> String?

    /// Whether null stands for the default, as in jsonschema-tools.
    let takesNull: Bool

    private init(
        takesNull: Bool = true, set: @escaping @Sendable (inout SchemaToolsSettings, JSONValue) -> String?
    ) {
        (self.takesNull, self.set) = (takesNull, set)
    }

    private typealias Path<Value> = any WritableKeyPath<SchemaToolsSettings, Value> & Sendable

    private static func flag(_ path: Path<Bool>) -> SchemaToolsSetting {
        SchemaToolsSetting { settings, value in
            guard let flag = value.bool else { return "true or false" }
            settings[keyPath: path] = flag
            return nil
        }
    }

    private static func text(_ path: Path<String>) -> SchemaToolsSetting {
        SchemaToolsSetting { settings, value in
            guard let text = value.string, !text.isEmpty else { return "a text" }
            settings[keyPath: path] = text
            return nil
        }
    }

    private static func list(_ set: @escaping @Sendable (inout SchemaToolsSettings, [String]) -> Void)
        -> SchemaToolsSetting
    {
        SchemaToolsSetting { settings, value in
            guard let texts = value.texts else { return "a list of texts" }
            set(&settings, texts)
            return nil
        }
    }

    private static let unread = SchemaToolsSetting { _, _ in nil }

    /// The settings by name.
    static let all: [String: SchemaToolsSetting] = [
        "schemaBasePath": text(\.schemaBasePath), "schemaBaseUris": list { $0.schemaBaseUris = $1 },
        "contentTypes": contentTypes, "currentName": text(\.currentName),
        "schemaVersionField": text(\.schemaVersionField), "schemaTitleField": text(\.schemaTitleField),
        "shouldDereference": flag(\.shouldDereference),
        "shouldSymlinkExtensionless": flag(\.shouldSymlinkExtensionless),
        "shouldSymlinkLatest": flag(\.shouldSymlinkLatest), "shouldGenerateExample": flag(\.shouldGenerateExample),
        "enforcedNumericBounds": numericBounds, "ignoreSchemas": list { $0.ignoreSchemas = $1 },
        "schemaDialects": dialects, "skipSchemaTestCases": skips, "dryRun": unread, "gitStaged": unread,
        "gitDiffCommit": unread,
        "shouldGitAdd": unread, "logLevel": unread, "log": unread, "configPaths": unread, "diffCommand": unread,
    ]

    private static let contentTypes = SchemaToolsSetting { settings, value in
        guard let types = value.texts, !types.isEmpty, types.allSatisfy(["yaml", "json"].contains) else {
            return "a list of yaml, json or both"
        }
        settings.contentTypes = types
        return nil
    }

    private static let dialects = SchemaToolsSetting(takesNull: false) { settings, value in
        let known = Dialect.ofRepositories
        let dialects = value.texts?.map { name in known.first { $0.name == name }?.dialect } ?? []
        guard !dialects.isEmpty, !dialects.contains(nil) else {
            return "a list of \(known.map(\.name).joined(separator: ", "))"
        }
        settings.schemaDialects = dialects.compactMap { $0 }
        return nil
    }

    private static let numericBounds = SchemaToolsSetting { settings, value in
        if value == false {
            settings.numericBounds = nil
            return nil
        }
        guard let bounds = value.array?.compactMap(\.number), bounds.count == 2, value.array?.count == 2,
            bounds[0] <= bounds[1]
        else { return "a list of the least and the greatest number, or false" }
        settings.numericBounds = (bounds[0], bounds[1])
        return nil
    }

    private static let skips = SchemaToolsSetting { settings, value in
        let skips = value.object?.map { (pattern: $0.name, cases: $0.value.texts) }
        settings.skipSchemaTestCases = (skips ?? []).compactMap { pattern, cases in cases.map { (pattern, $0) } }
        return skips?.count == settings.skipSchemaTestCases.count
            ? nil : "a map from expressions to lists of names of checks"
    }
}

extension JSONValue {
    /// The texts of a list of texts; `nil` for everything else.
    fileprivate var texts: [String]? {
        let texts = array?.compactMap(\.string)
        return texts?.count == array?.count ? texts : nil
    }
}
