/// The rules by which the file of a project is read.
extension Rule {
    package static let invalidProject = Rule(
        "invalid-project", .error, "The file of a project has a value that cannot be used.",
        reason: """
            It has no effect: clients cannot have the attribute, the service has no URL, a link may be any text, \
            findings keep the severity of their rule, and what a missing folder should have is not checked.
            """,
        mistake: .project(
            """
            rules:
              - {rule: similar-stream-names, severity: none, reason: Our names are alike on purpose.}

            """),
        corrected: .project(
            """
            rules:
              - {rule: similar-stream-names, severity: off, reason: Our names are alike on purpose.}

            """))

    static let unknownProjectSetting = Rule(
        "unknown-project-setting", .error, "The file of a project has a setting that is not known.",
        reason: "It has no effect. A mistyped name leaves the setting that was meant at its default.",
        mistake: .project("ignored_setting: [importance]\n"), corrected: .project("ignored_settings: [importance]\n"))

    static let unusableAttribute = Rule(
        "unusable-attribute", .error, "A project declares an attribute that no client can have.",
        reason: "The platform has an attribute of the name, or clients write another value into its field.",
        mistake: .declaring("page_id", "{field: shop.page, type: integer, sensitivity: low}"),
        corrected: .declaring("shop_page", "{field: shop.page, type: integer, sensitivity: low}"))

    static let sharedAttributeField = Rule(
        "shared-attribute-field", .error, "Two attributes of a project are in one field of events.",
        reason: "The value of one replaces that of the other.",
        mistake: .declaring(
            "basket_size", "{field: basket.size, type: integer, sensitivity: low}",
            "basket_items", "{field: basket.size, type: integer, sensitivity: low}"),
        corrected: .declaring(
            "basket_size", "{field: basket.size, type: integer, sensitivity: low}",
            "basket_items", "{field: basket.items, type: integer, sensitivity: low}"))

    static let attributeSource = Rule(
        "attribute-source", .error,
        "An attribute is taken from one that does not exist, from itself, or from one that "
            + "reveals more.",
        reason: "An attribute reveals what its source reveals, so that streams with it need the same sensitivity.",
        mistake: .declaring(
            "visit", "{field: shop.visit, type: string, source: performer_session_id, sensitivity: low}"),
        corrected: .declaring(
            "visit",
            "{field: shop.visit, type: string, source: performer_session_id, sensitivity: moderate, "
                + "sensitivity_reason: It links all events of a session.}"))

    package static let projectReadingRules = [
        invalidProject, unknownProjectSetting, unusableAttribute, sharedAttributeField, attributeSource,
    ]
}

extension RuleExample {
    /// A file of a project, and a stream.
    package static func project(_ text: String) -> RuleExample {
        [Project.fileName: text, "Streams/example.yaml": stream()]
    }

    /// A project that declares attributes, by names and settings in turn.
    package static func declaring(_ parts: String...) -> RuleExample {
        let lines = stride(from: 0, to: parts.count, by: 2).map { "  \(parts[$0]): \(parts[$0 + 1])\n" }
        return project("attributes:\n" + lines.joined())
    }
}
