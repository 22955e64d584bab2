import EventSchema
import HTTPTypes

/// The properties of a request that apply to all its events.
struct RequestMetadata: Sendable {
    /// The request's headers.
    var headers: HTTPFields = [:]
    /// The client's address: from the headers of proxies, otherwise that of the connection.
    var clientAddress: String?
    /// The header `X-Event-Test`.
    var test: String?
    /// The header `X-Event-Client`, if it can be read.
    var client: ClientReport?
    /// The `$schema` of events that have none, from the query.
    var schema: String?
    /// The `meta.stream` of events that have none, from the query.
    var stream: String?

    /// The maximum length of a field's value in characters; longer values are cut.
    private static let maximumValueLength = 400
    /// The maximum length of the schema or stream of the query in bytes.
    private static let maximumParameterBytes = 1024

    init() {}

    /// The value of a header for a field of an event; `nil` without one.
    func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { headers[$0] }.flatMap(Self.fieldValue)
    }

    /// A text as the value of a field; `nil` when it is empty.
    static func fieldValue(_ text: String) -> String? {
        text.isEmpty ? nil : String(text.prefix(maximumValueLength))
    }

    /// Reads the schema and stream from the query. Each event of the request may get a copy of them, so long ones are
    /// refused.
    init(_ query: QueryParameters, _ configuration: IntakeConfiguration) throws(EventBodyError) {
        let names = configuration.schemaParameters + configuration.streamParameters
        let limit = Self.maximumParameterBytes
        if configuration.compatibility == .none,
            let long = names.first(where: { query.text($0)?.utf8.count ?? 0 > limit })
        {
            throw .parameterTooLong(long, limit: limit)
        }
        schema = configuration.schemaParameters.lazy.compactMap(query.text).first
        stream = configuration.streamParameters.lazy.compactMap(query.text).first
    }

    /// The event with the schema and stream of the query, where it lacks its own.
    func addingSchemaAndStream(to event: JSON) -> JSON {
        let values = [(path: ["$schema"], value: schema), (["meta", "stream"], stream)]
        return event.changing(
            values.compactMap { path, value in
                guard let value, event[path: path] == nil else { return nil }
                return .set(path, to: JSON(.string(value)))
            })
    }
}
