import EventCatalog
import EventSchema
import EventStreams
import EventSupport

extension Rule {
    static let unknownKeyField = Rule(
        "unknown-key-field", .error, "message_key_fields names a property that the schema does not allow.",
        reason: "An event without the property cannot be stored: the intake responds with an error.",
        mistake: .field("message_key_fields: {page_id: page.page_id}"),
        corrected: .field("message_key_fields: {page_id: page.id}"))

    static let unknownHeaderTarget = Rule(
        "unknown-header-target", .warning, "A request header is to fill a property that the schema does not have.",
        reason: "The intake fills only properties of the schema, so that the header's value is lost.",
        mistake: .field("producers: {eventgate: {enrich_fields_from_http_headers: {page.language: accept-language}}}"),
        corrected: .field("producers: {eventgate: {enrich_fields_from_http_headers: {page.title: x-title}}}"))
}

/// Checks of settings that name properties of events, against the highest version of the stream's schema.
///
/// A key field must be allowed: objects are open unless the schema closes them. A header target must be declared: the
/// intake fills no other property. What stands in the defaults is for the schemas that have the property, so that it is
/// a mistake where no schema has it.
enum SchemaFieldChecks {
    static func findings(in stream: AuthoredStream, _ context: StreamCheckContext) -> [CatalogFinding] {
        guard let version = context.latestVersion(of: stream) else { return [] }
        return NamedField.all(in: .object(stream.own)).compactMap { field in
            field.siblings(in: version).map { siblings in
                finding(
                    field, "\(version.uri) has no property “\(field.text)”.", siblings, stream.location(of: field.path))
            }
        }
    }

    static func findings(inDefaultsOf context: StreamCheckContext) -> [CatalogFinding] {
        guard let defaults = context.folder.defaults else { return [] }
        let streams = context.folder.streams
        let versions = streams.compactMap(context.latestVersion)
        return NamedField.all(in: defaults.value).compactMap { field in
            let all = versions.compactMap(field.siblings)
            guard let first = all.first, all.count == versions.count else { return nil }
            // A schema that is not known may have the property, unless its name is almost that of another.
            let near = all.first { field.suggestion(among: $0) != nil }
            guard near != nil || versions.count == streams.count else { return nil }
            return finding(
                field, "No schema of a stream has a property “\(field.text)”.", near ?? first,
                defaults.location(at: field.path))
        }
    }

    private static func finding(
        _ field: NamedField, _ problem: String, _ siblings: SiblingProperties, _ location: SourceLocation
    ) -> CatalogFinding {
        let suggestion = field.suggestion(among: siblings).map { "Did you mean “\($0)”?" }
        let known = siblings.texts.isEmpty ? nil : "Known are \(siblings.texts.joined(separator: ", "))."
        return CatalogFinding(
            field.rule, location, problem, remedy: suggestion ?? known ?? "Name a property of the schema.")
    }
}

/// A property of events that a setting names.
private struct NamedField {
    private enum Use { case key, target, noTarget }

    private let use: Use
    /// The path of the setting.
    let path: [String]
    /// The property, by its names joined by dots.
    let text: String

    private var names: [String] { text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) }

    var rule: Rule { use == .key ? .unknownKeyField : .unknownHeaderTarget }

    /// The properties that settings of a stream, or the defaults, name.
    static func all(in settings: JSONValue) -> [NamedField] {
        let headers = ["producers", "eventgate", "enrich_fields_from_http_headers"]
        let keys = settings["message_key_fields"]?.object?.compactMap { name, value in
            value.string.map { NamedField(use: .key, path: ["message_key_fields", name], text: $0) }
        }
        let targets = settings[path: headers]?.object?.compactMap { field, header -> NamedField? in
            guard header.string != nil || header == false else { return nil }
            return NamedField(use: header == false ? .noTarget : .target, path: headers + [field], text: field)
        }
        return (keys ?? []) + (targets ?? [])
    }

    /// What the version has beside the property; `nil` when the setting is in order with the version.
    func siblings(in version: SchemaVersion) -> SiblingProperties? {
        guard !version.schema.declares(names), use != .key || version.isClosed(to: names) else { return nil }
        let siblings = version.siblings(of: names)
        // No value for a property that the schema does not have is in order, unless another property was meant.
        return use == .noTarget && suggestion(among: siblings) == nil ? nil : siblings
    }

    /// The property that was probably meant.
    func suggestion(among siblings: SiblingProperties) -> String? {
        let rest = names.dropFirst(siblings.object.count)
        guard let name = rest.first, let near = siblings.names.nearest(to: name) else { return nil }
        return (siblings.object + [near] + rest.dropFirst()).joined(separator: ".")
    }
}

/// The properties of the innermost object on a path that a schema has.
private struct SiblingProperties {
    /// The path of the object.
    let object: [String]
    let names: [String]

    var texts: [String] { names.map { (object + [$0]).joined(separator: ".") } }
}

extension StreamCheckContext {
    /// The highest version of the stream's schema; `nil` when none is known.
    fileprivate func latestVersion(of stream: AuthoredStream) -> SchemaVersion? {
        stream.setting("schema_title")?.string.flatMap { schemas?.latest(title: $0) }
    }
}

extension SchemaVersion {
    /// Whether the path is not allowed: objects are open unless the schema closes them.
    fileprivate func isClosed(to path: [String]) -> Bool {
        guard let object = object(at: known(of: path)), object["$ref"] == nil, object["allOf"] == nil else {
            return false
        }
        let isScalar = ["string", "number", "integer", "boolean"].contains(object["type"]?.string)
        return isScalar || (object["additionalProperties"] == false && object["patternProperties"] == nil)
    }

    /// The properties beside the first one on the path that the schema does not have.
    fileprivate func siblings(of path: [String]) -> SiblingProperties {
        let known = known(of: path)
        return SiblingProperties(object: known, names: Array((object(at: known)?["properties"]?.object ?? [:]).names))
    }

    /// The path as far as the schema has it.
    private func known(of path: [String]) -> [String] {
        path.indices.map { Array(path[..<$0]) }.last(where: schema.declares) ?? []
    }

    private func object(at path: [String]) -> JSONObject? {
        document[path: path.flatMap { ["properties", $0] }]?.object
    }
}

extension RuleExample {
    /// A stream of a schema that allows `page.id` and `page.title`.
    fileprivate static func field(_ setting: String) -> RuleExample {
        let page = "additionalProperties: false, properties: {id: {type: integer}, title: {type: string}}"
        return .streams(
            "app.tap:\n  schema_title: app/tap\n  \(setting)\n", tap: "properties: {page: {type: object, \(page)}}")
    }
}
