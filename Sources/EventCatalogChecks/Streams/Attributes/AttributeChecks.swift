import EventCatalog
import EventSchema
import EventStreams

extension Rule {
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

/// Checks of `provide_values`: the names alone, and each attribute against the stream's schema and clients.
enum AttributeChecks {
    static func findings(in stream: AuthoredStream, _ context: StreamCheckContext) -> [CatalogFinding] {
        findings(in: stream.attributes, of: stream, context)
    }

    /// The findings in a list of attributes that events of the stream are asked for, in the stream or elsewhere.
    static func findings(
        in attributes: AuthoredAttributes, of stream: AuthoredStream, _ context: StreamCheckContext
    ) -> [CatalogFinding] {
        let fields = context.fields(of: stream)
        let names = attributes.without { $0.isOnlyName(in: fields) }
        return attributes.findings(fields)
            + names.distinct.compactMap { name, word in
                let attribute = word.attribute
                // What the schema refuses need not be supplied.
                return fieldFinding(name, attribute, of: stream, fields) ?? supplyFinding(name, attribute, of: stream)
            }
    }

    // MARK: - Schema

    /// The finding when the schema refuses the attribute, whatever its version.
    private static func fieldFinding(
        _ name: AuthoredAttributes.Name, _ attribute: ContextualAttribute, of stream: AuthoredStream,
        _ fields: AttributeFields?
    ) -> CatalogFinding? {
        guard let title = stream.setting("schema_title")?.string else { return nil }
        let field = attribute.path.joined(separator: ".")
        switch fields?.problem(with: attribute) {
        case nil: return nil
        case .refused:
            return CatalogFinding(
                .attributeNotInSchema, name.location,
                "The schema \(title) has no field \(field), which \(name.text) needs, and takes no other fields.",
                remedy: "Remove the attribute, or name a schema that has the field.")
        case .wrongType:
            return CatalogFinding(
                .attributeType, name.location,
                "The field \(field) of the schema \(title) does not take \(name.text), which is "
                    + "\(attribute.type.phrase).",
                remedy: "Remove the attribute, or name a schema whose field takes it.")
        }
    }

    // MARK: - Clients

    /// The finding when only apps supply the attribute, and the stream is certain to be one of web clients.
    private static func supplyFinding(
        _ name: AuthoredAttributes.Name, _ attribute: ContextualAttribute, of stream: AuthoredStream
    ) -> CatalogFinding? {
        guard WebStreams.attributesOfApps.contains(attribute), let reason = WebStreams.reason(for: stream) else {
            return nil
        }
        return CatalogFinding(
            .attributeNeverSupplied, name.location,
            "No web client supplies \(name.text), and “\(stream.name)” is a stream of web clients: \(reason).",
            remedy: "Remove the attribute.")
    }
}

extension AuthoredAttributes.Name {
    /// Whether it is an older name whose field the schema has, while it refuses the field of today's name: only clients
    /// of the older name can then send the attribute.
    func isOnlyName(in fields: AttributeFields?) -> Bool {
        guard let fields, let attribute, isOlder else { return false }
        return fields.problem(with: attribute) == .refused && fields.problem(withOlderName: text) == nil
    }
}

extension AuthoredAttributes {
    /// The known attributes, each once, under the name that is in the list.
    var distinct: [(name: Name, word: AttributeWord)] {
        var seen: Set<ContextualAttribute> = []
        return names.compactMap { name in
            guard let word = name.word, seen.insert(word.attribute).inserted else { return nil }
            return (name, word)
        }
    }
}

extension ContextualAttributeType {
    /// The kind of value, for a message.
    var phrase: String {
        switch self {
        case .string: "a text"
        case .integer: "a whole number"
        case .number: "a number"
        case .boolean: "true or false"
        case .stringList: "a list of texts"
        case .dateTime: "a date-time text"
        case .any: "a value of any type"
        }
    }
}
