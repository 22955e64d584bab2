import EventSchema
import EventStreams

extension Rule {
    static let unknownKeyField = Rule(
        "unknown-key-field", .error, "message_key_fields names a property that the schema does not allow.",
        reason: "An event without the property cannot be stored: the intake responds with an error.",
        mistake: .field("message_key_fields: {page_id: page.page_id}"),
        corrected: .field("message_key_fields: {page_id: page.id}"))

    static let unknownHeaderTarget = Rule(
        "unknown-header-target", .warning, "A request header is to fill a property that the schema does not allow.",
        reason: "The intake fills only properties of the schema, so that the header's value is lost.",
        mistake: .field("producers: {eventgate: {enrich_fields_from_http_headers: {page.language: accept-language}}}"),
        corrected: .field("producers: {eventgate: {enrich_fields_from_http_headers: {page.title: x-title}}}"))

    static let schemaFieldRules = [unknownKeyField, unknownHeaderTarget]
}

/// Checks of settings that name properties of events, against the highest version of the stream's schema. What stands
/// in the defaults is for the schemas that have the property, so only the stream's own settings are checked.
enum SchemaFieldChecks {
    static func findings(in stream: AuthoredStream, _ context: StreamCheckContext) -> [CatalogFinding] {
        guard let title = stream.setting("schema_title")?.string, let version = context.schemas?.latest(title: title)
        else { return [] }
        let headers = ["producers", "eventgate", "enrich_fields_from_http_headers"]
        let own = JSONValue.object(stream.own)
        let keys = own["message_key_fields"]?.object?.compactMap { name, value in
            value.string.map { (path: ["message_key_fields", name], field: $0) }
        }
        let targets = own[path: headers]?.object?.compactMap { field, header in
            header.string == nil ? nil : (path: headers + [field], field: field)
        }
        return findings(.unknownKeyField, keys ?? [], in: stream, version)
            + findings(.unknownHeaderTarget, targets ?? [], in: stream, version)
    }

    private static func findings(
        _ rule: Rule, _ fields: [(path: [String], field: String)], in stream: AuthoredStream, _ version: SchemaVersion
    ) -> [CatalogFinding] {
        fields.compactMap { path, field in
            let names = field.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard let refusal = version.refusal(of: names) else { return nil }
            return stream.finding(
                rule, at: path, "\(version.uri) has no property “\(field)”.",
                remedy: refusal.isEmpty
                    ? "Name a property of the schema." : "Known are \(refusal.joined(separator: ", ")).")
        }
    }
}

extension SchemaVersion {
    /// The properties that are allowed in place of the first one of a path that is not.
    ///
    /// - Returns: `nil` when the path is allowed, or may be: objects are open unless the schema closes them.
    func refusal(of path: [String]) -> [String]? {
        guard !schema.declares(path), let known = path.indices.last(where: { schema.declares(Array(path[..<$0])) })
        else { return nil }
        let steps = path[..<known].flatMap { ["properties", $0] }
        guard let object = document[path: steps]?.object, object["$ref"] == nil, object["allOf"] == nil else {
            return nil
        }
        let isScalar = ["string", "number", "integer", "boolean"].contains(object["type"]?.string)
        guard isScalar || (object["additionalProperties"] == false && object["patternProperties"] == nil) else {
            return nil
        }
        return (object["properties"]?.object ?? [:]).names.map { (path[..<known] + [$0]).joined(separator: ".") }
    }
}

extension RuleExample {
    /// A stream of a schema that allows `page.id` and `page.title`.
    fileprivate static func field(_ setting: String) -> RuleExample {
        let properties = "type: object\n    additionalProperties: false\n    properties:\n      id: {type: integer}\n"
        return [
            "Streams/example.yaml": "app.tap:\n  schema_title: app/tap\n  \(setting)\n",
            "Schemas/app/tap/1.0.0.yaml":
                "title: app/tap\n$id: /app/tap/1.0.0\ntype: object\nproperties:\n  page:\n    \(properties)"
                + "      title: {type: string}\n",
        ]
    }
}
