import EventSchema

/// One list of rejected events in a response, as bytes.
///
/// An entry has the event and the reason. If there is no room for it, it has the event's `meta.id`, by which clients
/// find the event. Elements that are no events, and events that cannot be named, are counted.
struct RejectionList {
    /// The length of the reason without the event, in Unicode scalars.
    private static let maximumReasonLength = 200

    private let status: ReceivedEvent.Rejection.Status
    private var entries: [UInt8] = []
    /// The elements that are no events, and the reason of the first.
    private var elements: (count: Int, reason: String)?
    /// The events that are not named.
    private var unnamed = 0

    init(_ status: ReceivedEvent.Rejection.Status) { self.status = status }

    var isEmpty: Bool { entries.isEmpty && elements == nil && unnamed == 0 }

    /// Adds an event, whose bytes are taken from the share. Without a share every element is echoed, whatever it is.
    mutating func add(_ rejected: RejectedEvent, _ share: AnswerShare?) {
        guard let share else { return append(rejected.entryBytes) }
        guard rejected.event.kind == .object else {
            return elements = ((elements?.count ?? 0) + 1, elements?.reason ?? rejected.reason)
        }
        if share.mayEcho {
            let entry = rejected.entryBytes
            if share.takeEcho(entry.count) { return append(entry) }
        }
        if let entry = name(of: rejected), share.takeName(entry.count) { append(entry) } else { unnamed += 1 }
    }

    /// The whole list.
    var bytes: [UInt8] {
        var list = self
        if let elements {
            let words = elements.count == 1 ? "1 element is no event" : "\(elements.count) elements are no events"
            list.append(counted(elements.count, "\(words). \(elements.reason)"))
        }
        if unnamed > 0 {
            list.append(
                counted(
                    unnamed,
                    "The response has no room to name \(unnamed) further events: they have no meta.id, or too "
                        + "many responses wait to be read. Send fewer events in a request."))
        }
        return Array("[".utf8) + list.entries + Array("]".utf8)
    }

    private mutating func append(_ entry: [UInt8]) {
        if !entries.isEmpty { entries.append(UInt8(ascii: ",")) }
        entries += entry
    }

    /// The entry of an event without the event; `nil` if it has no `meta.id`. Only the first entry of a list has the
    /// reason.
    private func name(of rejected: RejectedEvent) -> [UInt8]? {
        guard let id = rejected.event[path: ["meta", "id"]], !id.isNull else { return nil }
        let reason = String(String.UnicodeScalarView(rejected.reason.unicodeScalars.prefix(Self.maximumReasonLength)))
        let event: JSONValue = ["meta": ["id": JSONValue(id)]]
        return entry(("event", event), isEmpty ? reason : "Left out: the response is too long.")
    }

    private func counted(_ count: Int, _ message: String) -> [UInt8] { entry(("count", .number(count)), message) }

    private func entry(_ subject: (name: String, value: JSONValue), _ message: String) -> [UInt8] {
        let entry: JSONValue = .object([
            "status": .string(status.rawValue), subject.name: subject.value, "context": ["message": .string(message)],
        ])
        return entry.jsonBytes
    }
}
