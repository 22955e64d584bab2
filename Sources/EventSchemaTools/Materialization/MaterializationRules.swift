package import EventCatalog

extension Rule {
    package static let missingReference = Rule(
        "missing-reference", .error, "A $ref leads to no schema, or to no part of it.",
        reason: "No version can be made from the schema.",
        mistake: .current("properties:\n  name: {$ref: '#/definitions/name'}\n"), corrected: .current("", version: ""))

    package static let referenceLoop = Rule(
        "reference-loop", .error, "A $ref leads back to itself.",
        reason: "In a version every reference is replaced by what it leads to, which would have no end.",
        mistake: .current("properties:\n  name: {$ref: '#/properties/name'}\n"), corrected: .current("", version: ""))

    package static let oversizedVersion = Rule(
        "oversized-version", .error, "With what its references lead to, a schema is too large for a version.",
        reason: "In a version every reference is replaced by what it leads to, also where several lead to the same.",
        mistake: .current(
            "properties: {x: {$ref: '#/definitions/d0'}}\ndefinitions:\n"
                + (0..<17).map { level in
                    let next = "{$ref: '#/definitions/d\(level + 1)'}"
                    return "  d\(level): {anyOf: [\(next), \(next)]}\n"
                }.joined() + "  d17: {type: string}\n"),
        corrected: .current("", version: ""))

    package static let incompatibleParts = Rule(
        "incompatible-parts", .error, "The parts of an allOf have values of a keyword that do not go together.",
        reason: "No event satisfies both, or it cannot be said in one schema, so that no version can be made.",
        mistake: .current("allOf:\n- maxLength: 3\n  format: date\n- maxLength: 3\n  format: time\n"),
        corrected: .current("", version: "")
    )

    package static let unmaterializedKeyword = Rule(
        "unmaterialized-keyword", .error, "A keyword of a schema would mean something else in a version.",
        reason: "In a version, references are replaced by what they lead to and the parts of allOf are one schema.",
        mistake: .current(
            "$schema: https://json-schema.org/draft/2020-12/schema\n$anchor: tap\n",
            settings: RuleExample.toolSettings + "schemaDialects: [2020-12]\n"),
        corrected: .current("", version: ""))

    package static let currentIdentity = Rule(
        "current-identity", .error, "The $id of current.yaml is not a slash, the path of its folder and a version.",
        reason: "It says which version is made from current.yaml, and clients find the version by it.",
        mistake: .current("", id: "/app/tap/1.0"), corrected: .current("", version: ""))

    static let versionNotMaterialized = Rule(
        "version-not-materialized", .error, "The version of current.yaml has no file.",
        reason: "Clients and the intake read the files of versions, never current.yaml.",
        mistake: .current(""), corrected: .current("", version: ""))

    static let versionDiffers = Rule(
        "version-differs", .error, "The file of a version has other content than current.yaml gives.",
        reason: "A version is frozen when it is published; what changes in current.yaml afterwards needs a new one.",
        mistake: .current("description: Taps.\n", version: ""),
        corrected: .current("description: Taps.\n", version: "description: Taps.\n"))

    static let versionForm = Rule(
        "version-form", .note, "The file of a version has the content that current.yaml gives, written in another way.",
        reason: "Another tool, or a person, has written it. Readers see no difference.",
        mistake: .current("maxProperties: 9\nminProperties: 0\n", version: "minProperties: 0\nmaxProperties: 9\n"),
        corrected: .current("maxProperties: 9\nminProperties: 0\n", version: "maxProperties: 9\nminProperties: 0\n"))

    static let versionLink = Rule(
        "version-link", .error, "A link to a version is missing, or leads elsewhere.",
        reason: "Clients that ask for a version without a file ending, or for the latest, get none or an old one.",
        mistake: .current("", version: "", settings: "contentTypes: [yaml]\nshouldSymlinkLatest: false\n"),
        corrected: .current("", version: ""))

    package static let materializationRules = [
        missingReference, referenceLoop, oversizedVersion, incompatibleParts, unmaterializedKeyword, currentIdentity,
        versionNotMaterialized, versionDiffers,
        versionForm, versionLink,
    ]
}

extension RuleExample {
    /// A schema at `app/tap`; with a version where there is a text for its end.
    fileprivate static func current(
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
}
