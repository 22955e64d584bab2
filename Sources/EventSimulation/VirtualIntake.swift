import EventPlatform
import EventSchema
import EventSupport

/// The intake of a simulation: answers as the scenario says, and counts.
struct VirtualIntake {
    private let troubles: [FleetScenario.Trouble]
    private let latency: Duration
    private var random: SeededGenerator
    /// The events that arrived, by client and number.
    private var arrived: Set<Int64> = []
    private(set) var traffic = FleetTraffic()

    init(_ scenario: FleetScenario) {
        troubles = scenario.troubles
        latency = scenario.latency
        random = SeededGenerator(seed: scenario.seed &* 7919)
    }

    /// Events that arrived, each once.
    var distinct: Int { arrived.count }

    /// What becomes of a request, and how long that takes.
    mutating func answer(
        _ delivery: Delivery, of client: Int, now: Duration
    ) -> (answer: Delivery.Answer, takes: Duration) {
        let events = delivery.batch.events
        let trouble = troubles.first { $0.from <= now && now < $0.until }?.kind
        traffic.count(now: now, events: events.count)
        switch trouble {
        case nil: return take(events, of: client)
        case .flaky(let percent) where Int.random(in: 0..<100, using: &random) >= percent:
            return take(events, of: client)
        case .flaky: return page(500)
        case .answers(let status, let retryAfter): return page(status, retryAfter: retryAfter)
        case .names(let divisor, let count):
            let failed = events.filter { event in
                Int(event.id).map { $0 <= count && $0.isMultiple(of: divisor) } ?? false
            }
            return name(failed, of: events, of: client)
        case .namesAll: return name(events, of: events, of: client)
        case .refuses(let number, let status):
            return events.contains { $0.id == String(number) } ? page(status) : take(events, of: client)
        case .unreachable: return fail(.failed(NetworkError(.unreachable, "no route")), takes: .zero)
        case .resetsAfterwards:
            _ = take(events, of: client)
            traffic.accepted -= 1
            return fail(.failed(NetworkError(.reset, "reset")))
        case .hangs: return fail(.failed(NetworkError(.timedOut, "no answer")), takes: delivery.request.timeout)
        }
    }

    private mutating func take(
        _ events: [StoredEvent], of client: Int
    ) -> (answer: Delivery.Answer, takes: Duration) {
        for event in events {
            guard let number = Int64(event.id) else { continue }
            if !arrived.insert(Int64(client) << 40 | number).inserted { traffic.repeats += 1 }
        }
        traffic.accepted += 1
        return (.answered(NetworkResponse(status: 201)), latency)
    }

    /// An answer that is not the intake's own.
    private mutating func page(
        _ status: Int, retryAfter: String? = nil
    ) -> (answer: Delivery.Answer, takes: Duration) {
        let headers = retryAfter.map { ["Retry-After": $0] } ?? [:]
        return fail(
            .answered(NetworkResponse(status: status, headers: headers, body: Array("<html>".utf8))))
    }

    /// Names some events as failed and accepts the others.
    private mutating func name(
        _ failed: [StoredEvent], of events: [StoredEvent], of client: Int
    ) -> (answer: Delivery.Answer, takes: Duration) {
        if failed.isEmpty { return take(events, of: client) }
        let rows = Set(failed.map(\.row))
        let accepted = events.filter { !rows.contains($0.row) }
        if !accepted.isEmpty {
            _ = take(accepted, of: client)
            traffic.accepted -= 1
        }
        let entries = failed.map { event -> JSONValue in
            ["status": "error", "event": ["meta": ["id": .string(event.id)]], "context": ["message": "not processed"]]
        }
        return fail(
            .answered(
                NetworkResponse(
                    status: accepted.isEmpty ? 500 : 207,
                    body: JSONValue.object(["invalid": [], "error": .array(entries)]).jsonBytes)))
    }

    private mutating func fail(
        _ answer: Delivery.Answer, takes: Duration? = nil
    ) -> (answer: Delivery.Answer, takes: Duration) {
        traffic.failed += 1
        return (answer, takes ?? latency)
    }
}

/// What reached an intake.
package struct FleetTraffic: Sendable {
    /// Requests that were accepted, and that were not.
    package internal(set) var accepted = 0
    package internal(set) var failed = 0
    /// Events that arrived again.
    package internal(set) var repeats = 0
    /// Requests and events in each second that had any: a month has few such seconds.
    private(set) var requests: [Int: Int] = [:]
    private(set) var events: [Int: Int] = [:]

    mutating func count(now: Duration, events count: Int) {
        let second = Int(now.seconds)
        requests[second, default: 0] += 1
        events[second, default: 0] += count
    }

    /// Requests a second on average between two moments.
    package func meanRequests(from: Duration, until: Duration) -> Double { Self.mean(requests, from, until) }

    /// Events a second on average between two moments.
    package func meanEvents(from: Duration, until: Duration) -> Double { Self.mean(events, from, until) }

    /// The most requests a second in any ten seconds between two moments.
    package func peakRequests(from: Duration, until: Duration) -> Double { Self.peak(requests, from, until) }

    /// The most events a second in any ten seconds between two moments.
    package func peakEvents(from: Duration, until: Duration) -> Double { Self.peak(events, from, until) }

    private static func mean(_ counts: [Int: Int], _ from: Duration, _ until: Duration) -> Double {
        let seconds = Int(from.seconds)..<max(Int(from.seconds), Int(until.seconds))
        return Double(counts.reduce(0) { $0 + (seconds.contains($1.key) ? $1.value : 0) })
            / max(1, (until - from).seconds)
    }

    private static func peak(_ counts: [Int: Int], _ from: Duration, _ until: Duration) -> Double {
        let window = 10
        let seconds = Int(from.seconds)..<max(Int(from.seconds), Int(until.seconds))
        var (sum, most) = (0, 0)
        for second in seconds {
            sum += counts[second] ?? 0
            if second - window >= seconds.lowerBound { sum -= counts[second - window] ?? 0 }
            most = max(most, sum)
        }
        return Double(most) / Double(window)
    }
}
