package import EventSchema

/// The fields that an intake adds to the events of a stream before it validates them, each where the event's schema has
/// the field and the event lacks it.
///
/// The setting `producers.eventgate.enrich_fields_from_http_headers` of the stream maps the path of a field to the name
/// of a request header, or to `false` for no value. Fields that it does not name are added as without it.
package struct IntakeFields: Sendable {
    /// Where the value of a field comes from.
    package enum Source: Sendable, Hashable {
        /// A new UUID for each event.
        case id
        /// The time when the intake received the event.
        case time
        /// The request header of this name. An intake makes `x-request-id` itself when a request has none.
        case header(String)
        /// The client's address.
        case address
    }

    /// A field that an intake adds.
    package struct Field: Sendable, Hashable {
        package let path: [String]
        package let source: Source
    }

    /// The fields of the standard rules, for streams without the setting.
    package static let standard = IntakeFields(setting: [:])

    private static let address = Field(path: ["http", "client_ip"], source: .address)

    private let fromRequest: [Field]

    /// Creates the fields of a stream.
    package init(_ stream: StreamConfiguration) {
        let path = ["producers", "eventgate", "enrich_fields_from_http_headers"]
        self.init(setting: JSONValue.object(stream.settings)[path: path]?.object ?? [:])
    }

    private init(setting: JSONObject) {
        var headers: JSONObject = ["meta.request_id": "x-request-id", "http.request_headers.user-agent": "user-agent"]
        for (path, header) in setting { headers[path] = header }
        let fields = headers.compactMap { path, header in
            header.string.map { Field(path: path.split(separator: ".").map(String.init), source: .header($0)) }
        }
        let hasAddress = setting[Self.address.path.joined(separator: ".")] == nil
        fromRequest = fields + (hasAddress ? [Self.address] : [])
    }

    /// The fields of events whose schema has this title, in the order in which they are added. `dt` is added to legacy
    /// events only.
    package func fields(title: String) -> [Field] {
        let times = title.hasPrefix("analytics/legacy") ? [["meta", "dt"], ["dt"]] : [["meta", "dt"]]
        return [Field(path: ["meta", "id"], source: .id)] + times.map { Field(path: $0, source: .time) } + fromRequest
    }

    /// An event as an intake would validate it, for those who validate without one: with a placeholder in each field
    /// that the event lacks and the schema has, as if the request had every header, and with the schema's defaults.
    package func completing(_ event: JSONValue, by schema: Schema) -> JSONValue {
        var event = event
        for field in fields(title: schema.title ?? "")
        where event[path: field.path] == nil && schema.declares(field.path) {
            event.set(field.source.placeholder, at: field.path[...])
        }
        return schema.fillingDefaults(in: event)
    }
}

extension IntakeFields.Source {
    fileprivate var placeholder: JSONValue {
        switch self {
        case .id, .header("x-request-id"): "00000000-0000-4000-8000-000000000000"
        case .time: "1970-01-01T00:00:00.000Z"
        case .address: "127.0.0.1"
        case .header: "unknown"
        }
    }
}
