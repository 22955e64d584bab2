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
    /// Whether the address that the request came from goes in: unless a setting says something else of that field.
    private let hasAddress: Bool

    /// Without a setting: the request's id and the program that sent it.
    static let standard = HeaderEnrichment(fields: [:])

    private static let address = ["http", "client_ip"]

    /// Values are cut to that many characters.
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

    /// What the request's headers say, and the address it came from, each at its path.
    func values(from metadata: RequestMetadata) -> [(path: [String], value: JSONValue)] {
        let headers = rules.map { (path: $0.path, text: metadata.headers[$0.header]) }
        let address = hasAddress ? [(path: Self.address, text: metadata.clientAddress)] : []
        return (headers + address).compactMap { path, text in
            guard let text, !text.isEmpty else { return nil }
            return (path, .string(String(text.prefix(Self.longestValue))))
        }
    }
}
