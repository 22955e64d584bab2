import EventSchema
import EventStreams
import HTTPTypes

/// The rules for copying request headers into events: `producers.eventgate.enrich_fields_from_http_headers` of the
/// stream, a map from the path of a field to the name of a header, or to `false` for no value.
///
/// Fields that are not in the map use the standard rules.
struct HeaderEnrichment: Sendable {
    private struct Rule {
        let path: [String]
        let header: HTTPField.Name
    }

    private let rules: [Rule]
    /// Whether `http.client_ip` is the client's address, which it is unless the setting names this field.
    private let hasAddress: Bool

    /// The standard rules: the request's id, the user agent and the client's address.
    static let standard = HeaderEnrichment(fields: [:])

    private static let address = ["http", "client_ip"]

    /// The maximum length of a value in characters; longer values are cut.
    private static let longestValue = 400

    init(_ stream: StreamConfiguration) {
        let path = ["producers", "eventgate", "enrich_fields_from_http_headers"]
        self.init(fields: JSONValue.object(stream.settings)[path: path]?.object ?? [:])
    }

    private init(fields: JSONObject) {
        var all: JSONObject = ["meta.request_id": "x-request-id", "http.request_headers.user-agent": "user-agent"]
        for (path, header) in fields { all[path] = header }
        hasAddress = fields[Self.address.joined(separator: ".")] == nil
        rules = all.compactMap { path, header in
            guard let name = header.string.flatMap({ HTTPField.Name($0) }) else { return nil }
            return Rule(path: path.split(separator: ".").map(String.init), header: name)
        }
    }

    /// The values of a request, each with its path.
    func values(from metadata: RequestMetadata) -> [(path: [String], value: JSONValue)] {
        let headers = rules.map { (path: $0.path, text: metadata.headers[$0.header]) }
        let address = hasAddress ? [(path: Self.address, text: metadata.clientAddress)] : []
        return (headers + address).compactMap { path, text in
            guard let text, !text.isEmpty else { return nil }
            return (path, .string(String(text.prefix(Self.longestValue))))
        }
    }
}
