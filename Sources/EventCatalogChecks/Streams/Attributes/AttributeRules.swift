import EventCatalog

extension Rule {
    static let unknownAttribute = Rule(
        "unknown-attribute", .error, "A list of contextual attributes has a name that is not an attribute.",
        reason: "Events are sent without it, and some older clients cannot read the configuration at all.",
        mistake: .client("provide_values: [page_idd]"), corrected: .client("provide_values: [page_id]"))

    static let attributeOfOtherClients = Rule(
        "attribute-of-other-clients", .warning,
        "A list of contextual attributes has a name that is not an attribute, and the stream's schema has its field.",
        reason: "Events of this client are sent without it. Other clients may supply it.",
        mistake: .providing("page_mood", "mood: {type: string}"),
        corrected: .providing("page_id", "id: {type: integer}"))

    static let repeatedAttribute = Rule(
        "repeated-attribute", .warning, "A list of contextual attributes has one attribute twice.",
        reason: "One of the two was probably meant to be another attribute.",
        mistake: .client("provide_values: [page_id, page_id]"),
        corrected: .client("provide_values: [page_id, page_title]"))

    static let olderAttributeName = Rule(
        "older-attribute-name", .warning, "A contextual attribute has a name of 2022 or earlier.",
        reason: "Current clients of other platforms do not have the older names, so that they send events without it.",
        mistake: .client("provide_values: [mediawiki_db_name]"),
        corrected: .client("provide_values: [mediawiki_database]"))

    static let attributeNotInSchema = Rule(
        "attribute-not-in-schema", .error, "The schema of a stream has no field for an attribute, and is closed.",
        reason: """
            The schema takes no fields but its own. Clients that compare an event with its schema leave the attribute \
            out; those that do not have their events refused by the intake.
            """,
        mistake: .client("provide_values: [mediawiki_skin]"),
        corrected: .client("provide_values: [mediawiki_database]"))

    static let attributeType = Rule(
        "attribute-type", .error, "The schema of a stream has a field of another type than the attribute.",
        reason: "The intake refuses every event that has the attribute.",
        mistake: .providing("page_id", "id: {type: string}"), corrected: .providing("page_id", "id: {type: integer}"))

    static let attributeNeverSupplied = Rule(
        "attribute-never-supplied", .warning, "A stream of web clients lists an attribute that only apps supply.",
        reason: "The attribute is missing in every event. A rule of curation on it drops them all.",
        mistake: .client(
            """
            provide_values: [agent_client_platform_family, agent_app_theme]
            curation:
              agent_client_platform_family: {in: [desktop_browser, mobile_browser]}
            """),
        corrected: .client(
            """
            provide_values: [agent_client_platform_family, page_id]
            curation:
              agent_client_platform_family: {in: [desktop_browser, mobile_browser]}
            """))
}

extension RuleExample {
    /// The text of a stream with these lines under `producers.metrics_platform_client`.
    static func clientStream(
        _ lines: String, title: String = "analytics/product_metrics/app/base", settings: String = ""
    ) -> String {
        let indented = lines.split(separator: "\n").map { "      \($0)\n" }.joined()
        return "app.search:\n  schema_title: \(title)\n\(settings)  producers:\n    metrics_platform_client:\n"
            + indented
    }

    /// An example of one file: a stream with these lines under `producers.metrics_platform_client`.
    static func client(_ lines: String, settings: String = "") -> RuleExample {
        RuleExample(stringLiteral: clientStream(lines, settings: settings))
    }

    /// A stream that lists an attribute, and its schema with a property of `page`.
    fileprivate static func providing(_ attribute: String, _ property: String) -> RuleExample {
        .streams(
            clientStream("provide_values: [\(attribute)]", title: "app/tap"),
            tap: "properties: {page: {type: object, properties: {\(property)}}}")
    }
}
