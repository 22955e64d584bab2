package import EventSchema

/// The fields that the intake adds to an event before it validates it, each only if the schema has the property and the
/// event lacks it: id, reception time and, from the request, its id, the user agent and the client's address.
///
/// The stream's `producers.eventgate.enrich_fields_from_http_headers` adds fields, and with `false` removes them. Who
/// validates an event before it is sent, validates it with these fields, and does not send them. Source: EventGate.
package struct IntakeFields: Sendable {
    /// Where the value of a field comes from.
    package enum Origin: Sendable, Hashable {
        /// An id that the intake makes.
        case eventID
        /// The time at which the intake received the event.
        case receptionTime
        /// The header of the request with this name.
        case header(String)
        /// The address from which the request came.
        case clientAddress
    }

    /// The fields, each with its path.
    package let origins: [(path: [String], origin: Origin)]

    /// The fields for events of a schema title and a stream; `nil` for a stream without settings.
    package init(schemaTitle: String?, stream: StreamConfiguration?) {
        var origins: [String: Origin] = [
            "meta.id": .eventID, "meta.dt": .receptionTime, "meta.request_id": .header("x-request-id"),
            "http.request_headers.user-agent": .header("user-agent"), "http.client_ip": .clientAddress,
        ]
        if schemaTitle?.hasPrefix("analytics/legacy") == true { origins["dt"] = .receptionTime }
        let setting = ["producers", "eventgate", "enrich_fields_from_http_headers"]
        let own = stream.flatMap { JSONValue.object($0.settings)[path: setting]?.object } ?? [:]
        for (path, header) in own { origins[path] = header.string.map(Origin.header) }
        self.origins = origins.sorted { $0.key < $1.key }.map { path, origin in
            (path.split(separator: ".").map(String.init), origin)
        }
    }

    /// The event with a placeholder in each of the fields that the schema has and the event lacks.
    package func completing(_ event: JSONValue, for schema: Schema) -> JSONValue {
        var completed = event
        for (path, origin) in origins where schema.declares(path) {
            completed.complete(path[...], with: origin.placeholder)
        }
        return completed
    }
}

extension IntakeFields.Origin {
    fileprivate var placeholder: JSONValue {
        switch self {
        case .eventID: "00000000-0000-4000-8000-000000000000"
        case .receptionTime: "1970-01-01T00:00:00.000Z"
        case .header: "0"
        case .clientAddress: "127.0.0.1"
        }
    }
}

extension JSONValue {
    /// Sets the value at a path of objects, of which missing ones are created, unless there is one.
    fileprivate mutating func complete(_ path: ArraySlice<String>, with value: JSONValue) {
        guard let name = path.first, case .object(var members) = self else { return }
        if path.count == 1 {
            members.insert(value, forNewName: name)
        } else {
            var member = members[name] ?? [:]
            member.complete(path.dropFirst(), with: value)
            members[name] = member
        }
        self = .object(members)
    }
}
