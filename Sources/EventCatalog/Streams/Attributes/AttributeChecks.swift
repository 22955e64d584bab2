import EventSchema
import EventStreams

/// Checks of `provide_values`: the names alone, and each attribute against the stream's schema and clients.
enum AttributeChecks {
    static func findings(in stream: AuthoredStream, _ context: StreamCheckContext) -> [CatalogFinding] {
        let attributes = stream.attributes
        return attributes.findings + fieldFindings(attributes, of: stream, context)
            + supplyFindings(attributes, of: stream)
    }

    // MARK: - Schema

    /// The attributes that the schema refuses, whatever its version.
    private static func fieldFindings(
        _ attributes: AuthoredAttributes, of stream: AuthoredStream, _ context: StreamCheckContext
    ) -> [CatalogFinding] {
        guard let title = stream.setting("schema_title")?.string, let fields = context.fields[title] else { return [] }
        return attributes.distinct.compactMap { name, attribute in
            let field = attribute.path.joined(separator: ".")
            switch fields.problem(with: attribute) {
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
    }

    // MARK: - Clients

    /// The attributes that only apps supply, on a stream that is certain to be one of web clients.
    private static func supplyFindings(
        _ attributes: AuthoredAttributes, of stream: AuthoredStream
    ) -> [CatalogFinding] {
        guard let reason = WebStreams.reason(for: stream) else { return [] }
        return attributes.distinct.filter { WebStreams.attributesOfApps.contains($0.attribute) }.map { name, _ in
            CatalogFinding(
                .attributeNeverSupplied, name.location,
                "No web client supplies \(name.text), and this is a stream of web clients: \(reason).",
                remedy: "Remove the attribute.")
        }
    }
}

extension AuthoredAttributes {
    /// The known attributes, each once, under the name that is in the list.
    var distinct: [(name: Name, attribute: ContextualAttribute)] {
        var seen: Set<ContextualAttribute> = []
        return names.compactMap { name in
            guard let attribute = name.attribute, seen.insert(attribute).inserted else { return nil }
            return (name, attribute)
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
        }
    }
}
