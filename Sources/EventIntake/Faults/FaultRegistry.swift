import EventSchema
import EventStreams
import EventSupport
import Foundation

/// The active faults. Selects the fault that applies to a request. Time is a parameter, so that tests control it.
struct FaultRegistry: Sendable {
    /// An active fault.
    struct Entry: Sendable {
        let id: String
        let fault: Fault
        /// The time at which it is removed; `nil` for no limit.
        let end: Duration?
        /// The streams as they were when it was added.
        let streams: StreamConfigurations?
        /// The requests that it was applied to.
        fileprivate(set) var hits = FaultHits()
        fileprivate var random: SeededGenerator

        /// As listed over HTTP.
        var json: JSONValue {
            var fields: JSONObject = ["id": .string(id)]
            for (name, value) in fault.json { fields[name] = value }
            for (name, value) in hits.json { fields[name] = value }
            return .object(fields)
        }
    }

    /// A fault that applies to a request.
    struct Match: Sendable {
        let id: String
        let fault: Fault
        /// The random numbers for this request.
        let random: SeededGenerator
        /// The streams as they were when the fault was added.
        let streams: StreamConfigurations?
    }

    /// The properties of a request that faults are matched with.
    struct Subject: Sendable {
        let target: Fault.Target
        /// The streams of the request, and their destinations if known.
        var streams: Set<String> = []
        var destinations: Set<String> = []
        /// The number of its events; `nil` when they were not read.
        var events: Int?
        /// The header `User-Agent`.
        var userAgent: String?
        var arrival = Date()
    }

    private(set) var entries: [Entry] = []
    private var added = 0

    var isEmpty: Bool { entries.isEmpty }

    /// Whether matching needs the streams of a request.
    func needsStreams(_ target: Fault.Target) -> Bool {
        entries.contains {
            $0.fault.target == target && (!$0.fault.streams.isEmpty || $0.fault.destination != nil)
        }
    }

    /// Adds a fault after the others. A fault without a seed gets `seed`.
    @discardableResult
    mutating func add(
        _ fault: Fault, seed: UInt64, streams: StreamConfigurations? = nil, at now: Duration
    ) -> Entry {
        added += 1
        var fault = fault
        fault.seed = fault.seed ?? seed
        let entry = Entry(
            id: "\(added)", fault: fault, end: fault.duration.map { now + $0 }, streams: streams,
            random: SeededGenerator(seed: fault.seed ?? seed))
        entries.append(entry)
        return entry
    }

    /// Removes a fault.
    ///
    /// - Returns: whether there was a fault with this id.
    mutating func remove(id: String) -> Bool {
        let count = entries.count
        entries.removeAll { $0.id == id }
        return entries.count < count
    }

    mutating func removeAll() { entries.removeAll() }

    /// Removes the faults whose time has passed.
    mutating func expire(at now: Duration) { entries.removeAll { entry in entry.end.map { $0 <= now } ?? false } }

    /// The fault that applies to a request. A matching fault draws exactly one random number per request, so that its
    /// decisions depend only on its seed and the number of matching requests.
    mutating func match(_ subject: Subject, at now: Duration) -> Match? {
        expire(at: now)
        for place in entries.indices where entries[place].fault.applies(to: subject) {
            let fault = entries[place].fault
            guard entries[place].random.nextShare() < fault.probability else { continue }
            entries[place].hits.add(subject)
            let match = Match(
                id: entries[place].id, fault: fault, random: SeededGenerator(seed: entries[place].random.next()),
                streams: entries[place].streams)
            if let requests = fault.requests, entries[place].hits.requests >= requests { entries.remove(at: place) }
            return match
        }
        return nil
    }
}

extension Fault {
    fileprivate func applies(to subject: FaultRegistry.Subject) -> Bool {
        target == subject.target
            && (streams.isEmpty || !subject.streams.isDisjoint(with: streams))
            && (destination.map(subject.destinations.contains) ?? true)
    }

    /// Whether it applies to the stream with this name and destination.
    func applies(toStream stream: String?, destination service: String?) -> Bool {
        (streams.isEmpty || stream.map(streams.contains) == true) && (destination == nil || destination == service)
    }
}

extension SeededGenerator {
    /// A random number, at least 0 and less than 1.
    mutating func nextShare() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
