import EventSchema
import EventStreams

/// The clients that have sent events, by the ids in the events. Events are added from the newest to the oldest.
struct SeenClients: Sendable {
    /// What distinguishes clients.
    struct Key: Hashable, Sendable {
        /// The install id, else the session id; `nil` when an event has neither.
        let id: String?
        /// What streams that choose by the id sample by; `nil` without an id.
        let unit: SamplingUnit?
        let platform: String?
        let version: String?
    }

    /// A client.
    struct Client: Sendable {
        let key: Key
        let last: String
        fileprivate(set) var first: String
        fileprivate(set) var events = 0
        fileprivate(set) var repeats = 0
        fileprivate(set) var tests: Set<String> = []
        fileprivate(set) var streams: [String: NumberedEvents] = [:]
    }

    /// The clients, the last heard first.
    private(set) var clients: [Client] = []
    private var places: [Key: Int] = [:]

    mutating func add(_ event: ReceivedEvent) {
        guard !ErrorEventFactory.isErrorStream(event.stream) else { return }
        let key = Key(event.body)
        let place = places[key] ?? clients.count
        if place == clients.count {
            places[key] = place
            clients.append(Client(key: key, last: event.receivedAt, first: event.receivedAt))
        }
        clients[place].add(event)
    }
}

extension SeenClients.Key {
    fileprivate init(_ event: JSONValue) {
        func text(_ attribute: ContextualAttribute) -> String? {
            event[path: attribute.path]?.string.flatMap { $0.isEmpty ? nil : $0 }
        }
        let (device, session) = (text(.agentAppInstallID), text(.performerSessionID))
        id = device ?? session
        unit = device != nil ? .device : session != nil ? .session : nil
        (platform, version) = (text(.agentClientPlatform), text(.agentAppVersionName))
    }
}

extension SeenClients.Client {
    fileprivate mutating func add(_ event: ReceivedEvent) {
        events += 1
        repeats += event.repeats
        first = event.receivedAt
        if let test = event.test { tests.insert(test) }
        streams[event.stream, default: NumberedEvents()].add(event.body)
    }

    fileprivate var json: JSONValue {
        func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
        return [
            "client": text(key.id), "unit": text(key.unit?.rawValue), "platform": text(key.platform),
            "version": text(key.version), "tests": .array(tests.sorted().map(JSONValue.string)),
            "events": .number(events),
            "repeats": .number(repeats), "first": .string(first), "last": .string(last),
            "streams": .array(
                streams.sorted { $0.key < $1.key }.map { $1.json(of: $0, isOneClient: key.id != nil) }),
        ]
    }
}

extension IntakeStore {
    /// The clients of the newest 10 000 accepted events that match a query, and the ledgers, in the form of
    /// `GET /clients`.
    func clients(_ query: EventQuery, ledgers: JSONValue) async throws -> JSONValue {
        var seen = SeenClients()
        let (read, isComplete) = try await forNewest(Self.maximumReportedEvents, of: query) { seen.add($0) }
        return [
            "read": .number(read), "complete": .bool(isComplete), "clients": .array(seen.clients.map(\.json)),
            "ledgers": ledgers,
        ]
    }
}
