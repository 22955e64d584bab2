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

    /// A schema at `app/tap`; with a version where there is a text for its end.
    static func current(
        _ more: String, id: String = "/app/tap/1.0.0", version: String? = nil, settings: String = toolSettings
    ) -> RuleExample {
        var files = ["Schemas/.jsonschema-tools.yaml": settings]
        files["Schemas/app/tap/current.yaml"] =
            "title: app/tap\n$id: \(id)\ntype: object\nadditionalProperties: true\n\(more)"
        if let version {
            // A description comes behind the title.
            let head = version.hasPrefix("description") ? version : ""
            let tail = head.isEmpty ? version : ""
            files["Schemas/app/tap/1.0.0.yaml"] =
                "title: app/tap\n\(head)$id: \(id)\ntype: object\nadditionalProperties: true\n\(tail)"
        }
        return RuleExample(files: files)
    }

    /// Version 1.0.0 of a schema at `app/tap`, and a newer one, which differ in a property.
    package static func versions(
        _ number: String, _ property: String, old: String = "{type: string, maxLength: 64}"
    ) -> RuleExample {
        [
            "Schemas/app/tap/1.0.0.yaml": tap("properties: {name: \(old)}"),
            "Schemas/app/tap/\(number).yaml": tap("properties: {name: \(property)}", version: number),
        ]
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
