import EventPlatform
import EventSchema
import EventSupport

/// The intake of a simulation: it responds as the scenario's incidents require and counts requests and events.
struct VirtualIntake {
    private let incidents: [FleetScenario.Incident]
    private let latency: Duration
    private var random: SeededGenerator
    /// The accepted events: the client in the upper 24 bits, the event's number in the lower 40.
    private var arrived: Set<Int64> = []
    private(set) var traffic = FleetTraffic()

    init(_ scenario: FleetScenario) {
        incidents = scenario.incidents
        latency = scenario.latency
        random = SeededGenerator(seed: scenario.seed &* 7919)
    }

    /// The number of distinct accepted events.
    var distinctEventCount: Int { arrived.count }

    /// Handles a request and returns its result and the time until the result arrives.
    mutating func respond(
        to delivery: BatchRequest, of client: Int, now: Duration
    ) -> (result: BatchRequest.Result, takes: Duration) {
        traffic.requests.count(at: now)
        let before = arrived.count
        defer { traffic.events.count(arrived.count - before, at: now) }
        return handle(delivery, of: client, incident: incidents.first { $0.from <= now && now < $0.until }?.kind)
    }

    private mutating func handle(
        _ delivery: BatchRequest, of client: Int, incident: FleetScenario.Kind?
    ) -> (result: BatchRequest.Result, takes: Duration) {
        let events = delivery.batch.events
        switch incident {
        case nil: return accept(events, of: client)
        case .flaky(let percent) where Int.random(in: 0..<100, using: &random) >= percent:
            return accept(events, of: client)
        case .flaky: return foreignResponse(500)
        case .responds(let status, let retryAfter): return foreignResponse(status, retryAfter: retryAfter)
        case .reportsErrors(let divisor, let count):
            let failed = events.filter { event in
                Int(event.id).map { $0 <= count && $0.isMultiple(of: divisor) } ?? false
            }
            return reportErrors(failed, of: events, of: client)
        case .reportsAllErrors: return reportErrors(events, of: events, of: client)
        case .rejects(let number, let status):
            return events.contains { $0.id == String(number) } ? foreignResponse(status) : accept(events, of: client)
        case .unreachable: return fail(.failed(NetworkError(.unreachable, "no route")), takes: .zero)
        case .resetsAfterAccepting:
            _ = accept(events, of: client)
            traffic.accepted -= 1
            return fail(.failed(NetworkError(.reset, "reset")))
        case .hangs:
            return fail(.failed(NetworkError(.timedOut, "no response")), takes: delivery.networkRequest.timeout)
        }
    }

    private mutating func accept(
        _ events: [LeasedEvent], of client: Int
    ) -> (result: BatchRequest.Result, takes: Duration) {
        for event in events {
            guard let number = Int64(event.id) else { continue }
            if !arrived.insert(Int64(client) << 40 | number).inserted { traffic.repeats += 1 }
        }
        traffic.accepted += 1
        return (.response(CompleteResponse(status: 201)), latency)
    }

    /// A response that did not come from the intake, such as the HTML page of a proxy.
    private mutating func foreignResponse(
        _ status: Int, retryAfter: String? = nil
    ) -> (result: BatchRequest.Result, takes: Duration) {
        let headers = retryAfter.map { ["Retry-After": $0] } ?? [:]
        return fail(
            .response(CompleteResponse(status: status, headers: headers, body: Array("<html>".utf8))))
    }

    /// Lists some events as errors and accepts the others.
    private mutating func reportErrors(
        _ failed: [LeasedEvent], of events: [LeasedEvent], of client: Int
    ) -> (result: BatchRequest.Result, takes: Duration) {
        if failed.isEmpty { return accept(events, of: client) }
        let rows = Set(failed.map(\.row))
        let accepted = events.filter { !rows.contains($0.row) }
        if !accepted.isEmpty {
            _ = accept(accepted, of: client)
            traffic.accepted -= 1
        }
        let entries = failed.map { event -> JSONValue in
            ["status": "error", "event": ["meta": ["id": .string(event.id)]], "context": ["message": "not processed"]]
        }
        return fail(
            .response(
                CompleteResponse(
                    status: accepted.isEmpty ? 500 : 207,
                    body: JSONValue.object(["invalid": [], "error": .array(entries)]).jsonBytes)))
    }

    private mutating func fail(
        _ result: BatchRequest.Result, takes: Duration? = nil
    ) -> (result: BatchRequest.Result, takes: Duration) {
        traffic.failed += 1
        return (result, takes ?? latency)
    }
}

/// The requests that clients made to an intake.
package struct FleetTraffic: Sendable {
    /// The numbers of accepted and of failed requests.
    package internal(set) var accepted = 0
    package internal(set) var failed = 0
    /// The number of events that arrived again after they had been accepted.
    package internal(set) var repeats = 0
    /// The requests, and the events that arrived for the first time.
    package internal(set) var requests = RateSeries()
    package internal(set) var events = RateSeries()
}
