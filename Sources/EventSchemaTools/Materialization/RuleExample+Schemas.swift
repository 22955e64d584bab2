package import EventCatalog

extension RuleExample {
    /// Version 1.0.0 of a schema, with these properties and further members.
    package static func version(_ properties: String..., more: String = "") -> RuleExample {
        RuleExample(files: ["Schemas/app/tap/1.0.0.yaml": tapSchema(properties, more)])
    }

    /// A schema as people edit it and its version 1.0.0, which are alike, in a repository without links.
    package static func made(_ properties: String..., more: String = "") -> RuleExample {
        let text = madeText(tapSchema(properties, more))
        return RuleExample(files: [
            "Schemas/app/tap/current.yaml": text, "Schemas/app/tap/1.0.0.yaml": text,
            "Schemas/.jsonschema-tools.yaml": toolSettings,
        ])
    }

    /// A schema as people edit it, of which version 1.0.0 is made without the further members.
    package static func current(more: String) -> RuleExample {
        RuleExample(files: [
            "Schemas/app/tap/current.yaml": tapSchema([], more),
            "Schemas/app/tap/1.0.0.yaml": madeText(tapSchema([])),
            "Schemas/.jsonschema-tools.yaml": toolSettings,
        ])
    }

    /// Settings for YAML without links.
    package static let toolSettings =
        "contentTypes: [yaml]\nshouldSymlinkExtensionless: false\nshouldSymlinkLatest: false\n"

    /// A schema without references as it is written when a version is made.
    package static func madeText(_ text: String) -> String {
        let document = Result { () throws(CatalogError) in
            try SourceDocument(bytes: Array(text.utf8), file: "current.yaml")
        }
        guard case .success(let document) = document else { return text }
        return String(decoding: MaterializedText.bytes(of: document.value, contentType: "yaml"), as: UTF8.self)
    }

    /// The files of both examples.
    package func with(_ others: [String: String]) -> RuleExample { RuleExample(files: files.merging(others) { $1 }) }

    /// The text of a schema.
    package static func tapSchema(_ properties: [String], _ more: String = "", path: String = "app/tap") -> String {
        """
        title: \(path)
        description: A tap on a button.
        $id: /\(path)/1.0.0
        $schema: https://json-schema.org/draft-07/schema#
        type: object
        \(more)properties:
          button: {type: string, description: The label of the button., maxLength: 64}
        \(properties.map { "  \($0)\n" }.joined())
        """
    }
}
