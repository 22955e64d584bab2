import EventCatalog
import EventSchema
import EventStreams
import HTTPTypes

/// What of a request's headers goes into its events: `producers.eventgate.enrich_fields_from_http_headers` of the
/// stream, a map from the path of a field to the name of a header, or to `false`.
///
/// A setting says something about its own field only: fields that it does not name are filled as the standard says.
struct HeaderEnrichment: Sendable {
    private struct Rule {
        let path: [String]
        let header: HTTPField.Name
    }

    private let rules: [Rule]

    /// Without a setting: the request's id and the program that sent it.
    static let standard = HeaderEnrichment(fields: [:])

    /// Values are cut to that many characters.
    private static let longestValue = 400

    init(_ stream: StreamConfiguration) {
        let path = ["producers", "eventgate", "enrich_fields_from_http_headers"]
        self.init(fields: JSONValue.object(stream.settings)[path: path]?.object ?? [:])
    }

    private init(fields: JSONObject) {
        var all: JSONObject = ["meta.request_id": "x-request-id", "http.request_headers.user-agent": "user-agent"]
        for (path, header) in fields { all[path] = header }
        rules = all.compactMap { path, header in
            guard let name = header.string.flatMap({ HTTPField.Name($0) }) else { return nil }
            return Rule(path: path.split(separator: ".").map(String.init), header: name)
        }
    }

    /// Fills in what the schema knows and the event lacks.
    func fill(_ event: JSONValue, _ version: SchemaVersion, from delivery: Delivery) -> JSONValue {
        var event = event
        for rule in rules {
            if let value = delivery.headers[rule.header] { fill(&event, rule.path, with: value, version) }
        }
        if let address = delivery.clientAddress { fill(&event, ["http", "client_ip"], with: address, version) }
        return event
    }

    private func fill(_ event: inout JSONValue, _ path: [String], with value: String, _ version: SchemaVersion) {
        guard !value.isEmpty, event[path: path] == nil, version.schema.declares(path) else { return }
        event.set(.string(String(value.prefix(Self.longestValue))), at: path[...])
    }
}

extension JSONValue {
    /// Puts a value at a path of names, with the objects on the way. Where something else than an object is in the way,
    /// nothing changes.
    mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
        guard let name = path.first else { return self = value }
        guard var members = object else { return }
        var member = members[name] ?? [:]
        member.set(value, at: path.dropFirst())
        members[name] = member
        self = .object(members)
    }
}
