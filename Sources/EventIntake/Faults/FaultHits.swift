import EventSchema
import Foundation

/// The requests that a fault was applied to, and who sent them.
struct FaultHits: Sendable {
    /// The requests of one program, by its header `User-Agent`.
    struct Client: Sendable {
        let userAgent: String
        var requests = 0
        var last: Date
    }

    private(set) var requests = 0
    /// The number of events in the requests; `nil` when the fault did not need to read them.
    private(set) var events: Int?
    private(set) var last: Date?
    /// The programs, the last heard first.
    private(set) var clients: [Client] = []

    private static let maximumClients = 10
    private static let maximumUserAgentLength = 200

    mutating func add(_ subject: FaultRegistry.Subject) {
        requests += 1
        last = subject.arrival
        if let count = subject.events { events = (events ?? 0) + count }
        guard let userAgent = subject.userAgent?.prefix(Self.maximumUserAgentLength).description else { return }
        let place = clients.firstIndex { $0.userAgent == userAgent }
        var client = place.map { clients.remove(at: $0) } ?? Client(userAgent: userAgent, last: subject.arrival)
        client.requests += 1
        client.last = subject.arrival
        clients.insert(client, at: 0)
        clients = Array(clients.prefix(Self.maximumClients))
    }

    /// As listed over HTTP with the fault; only the number while the fault was applied to no request.
    var json: JSONObject {
        var fields: JSONObject = [Fault.Key.hits.rawValue: .number(requests)]
        guard let last else { return fields }
        fields[Fault.Key.last.rawValue] = .string(last.intakeTime)
        if let events { fields[Fault.Key.events.rawValue] = .number(events) }
        fields[Fault.Key.clients.rawValue] = .array(
            clients.map { client in
                [
                    "userAgent": .string(client.userAgent), "hits": .number(client.requests),
                    "last": .string(client.last.intakeTime),
                ]
            })
        return fields
    }
}
