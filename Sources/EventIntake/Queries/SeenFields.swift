import EventCatalog
import EventSchema
import GRDB

/// The fields of events and some of their values, with which a person completes a filter: fields and texts by which a
/// filter finds the events again.
struct SeenFields: Sendable {
    private struct Field: Sendable {
        let name: String
        var values: [String] = []
        var known: Set<ExactText> = []
    }

    /// An event whose fields are added.
    fileprivate struct Event: Sendable {
        let received: ReceivedEvent
        let body: JSON
    }

    private var fields: [Field] = []
    private var places: [ExactText: Int] = [:]

    private static let (maximumFields, maximumValues, maximumLength) = (300, 100, 100)

    fileprivate init(_ events: [Event]) {
        for column in EventFilter.Column.allCases { add(nil, to: column.rawValue) }
        for event in events {
            for column in EventFilter.Column.allCases { add(event.received.text(of: column), to: column.rawValue) }
            add(event.body, below: "")
        }
    }

    /// Adds what is in an object. Names that a path cannot have are left out.
    private mutating func add(_ object: JSON, below prefix: String) {
        for (name, value) in object.members where !name.isEmpty && !name.contains(where: { $0 == "." || $0 == "\"" }) {
            let path = prefix + name
            guard path.unicodeScalars.count <= Self.maximumLength else { continue }
            if value.kind == .object {
                add(value, below: path + ".")
            } else if EventFilter.Column(rawValue: path) == nil {
                // What is longer with every character escaped is too long without.
                add(value.bytes.count <= 6 * Self.maximumLength + 2 ? value.fieldText : nil, to: path)
            }
        }
    }

    private mutating func add(_ value: String?, to name: String) {
        let place = places[ExactText(name)] ?? fields.count
        if place == fields.count {
            guard fields.count < Self.maximumFields else { return }
            places[ExactText(name)] = place
            fields.append(Field(name: name))
        }
        guard let value, value.unicodeScalars.count <= Self.maximumLength,
            fields[place].values.count < Self.maximumValues, fields[place].known.insert(ExactText(value)).inserted
        else { return }
        fields[place].values.append(value)
    }

    /// The response to `GET /counts/fields`: the fields of the intake first, those and values of newer events before
    /// others.
    var json: JSONValue {
        let fields = fields.map { field -> JSONValue in
            ["name": .string(field.name), "values": .array(field.values.map(JSONValue.string))]
        }
        return ["fields": .array(fields)]
    }

    /// The schema of ``json``.
    static let schema: JSONValue = [
        "type": "object", "required": ["fields"],
        "properties": [
            "fields": [
                "type": "array",
                "items": [
                    "type": "object", "required": ["name", "values"],
                    "properties": [
                        "name": ["type": "string"], "values": ["type": "array", "items": ["type": "string"]],
                    ],
                ],
            ]
        ],
    ]
}

extension ReceivedEvent {
    /// The text of a field by which a filter finds the event; `nil` without one, and for the reason, which is long.
    fileprivate func text(of column: EventFilter.Column) -> String? {
        switch column {
        case .stream: stream.isEmpty ? nil : stream
        case .schema: schema.isEmpty ? nil : schema
        case .id: id.isEmpty ? nil : id
        case .test: test
        case .status: rejection?.status.rawValue ?? "accepted"
        case .valid: rejection == nil ? "true" : "false"
        case .reason: nil
        }
    }
}

extension IntakeStore {
    private static let maximumSeenEvents = 1000
    private static let maximumSeenBytes = 4 << 20

    /// The fields of the newest 1000 events that match a query, or of those that make 4 MB.
    ///
    /// - Throws: ``IntakeError`` when the store is closed or damaged; GRDB's `DatabaseError` when it cannot be read.
    func fields(_ query: EventQuery) async throws -> SeenFields {
        var query = query
        (query.isNewestFirst, query.limit) = (true, Self.maximumSeenEvents)
        let form = EventForm(["body"]) { record in
            SeenFields.Event(
                received: try ReceivedEvent(record, body: .null), body: try record.document("body"))
        }
        let page = try await read { [query] database in
            var bytes = 0
            return try query.page(of: form, in: database) { event in
                bytes += event.body.bytes.count
                return bytes >= Self.maximumSeenBytes
            }
        }
        return SeenFields(page.events)
    }
}
