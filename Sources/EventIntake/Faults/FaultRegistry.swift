import EventSchema
import EventStreams
import EventSupport

/// The faults that are in force, and which of them a request meets: a pure value that is told the time.
struct FaultRegistry: Sendable {
    /// A fault in force.
    struct Entry: Sendable {
        let id: String
        let fault: Fault
        /// The time at which it ends, if it does.
        let end: Duration?
        /// The streams as they were when it was added.
        let streams: StreamConfigurations?
        /// How many requests it has struck.
        fileprivate(set) var hits = 0
        fileprivate var random: SeededGenerator

        /// As listed over HTTP.
        var json: JSONValue {
            var fields: JSONObject = ["id": .string(id)]
            for (name, value) in fault.json { fields[name] = value }
            fields["hits"] = .number(hits)
            return .object(fields)
        }
    }

    /// What a fault does to one request.
    struct Match: Sendable {
        let id: String
        let fault: Fault
        /// What draws for this request start from.
        let random: SeededGenerator
        /// The streams as they were when the fault was added.
        let streams: StreamConfigurations?
    }

    /// What of a request decides whether a fault is about it.
    struct Subject: Sendable {
        let target: Fault.Target
        /// The streams it is about, and their destinations where they are known.
        var streams: Set<String> = []
        var destinations: Set<String> = []
    }

    private(set) var entries: [Entry] = []
    private var added = 0

    var isEmpty: Bool { entries.isEmpty }

    /// Whether a fault in force asks which streams a request is about.
    func needsStreams(_ target: Fault.Target) -> Bool {
        entries.contains {
            $0.fault.target == target && (!$0.fault.streams.isEmpty || $0.fault.destination != nil)
        }
    }

    /// Adds a fault behind the others. One without a seed gets `seed`.
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

    /// Ends a fault; `false` when there is none of that id.
    mutating func remove(id: String) -> Bool {
        let count = entries.count
        entries.removeAll { $0.id == id }
        return entries.count < count
    }

    mutating func removeAll() { entries.removeAll() }

    /// Ends the faults whose time is over.
    mutating func expire(at now: Duration) { entries.removeAll { entry in entry.end.map { $0 <= now } ?? false } }

    /// The fault that a request meets now. A fault that matches draws once, whether it fires or not, so that its
    /// decisions depend on its seed and the number of matching requests alone.
    mutating func match(_ subject: Subject, at now: Duration) -> Match? {
        expire(at: now)
        for place in entries.indices where entries[place].fault.isAbout(subject) {
            let fault = entries[place].fault
            guard entries[place].random.nextShare() < fault.probability else { continue }
            entries[place].hits += 1
            let match = Match(
                id: entries[place].id, fault: fault, random: SeededGenerator(seed: entries[place].random.next()),
                streams: entries[place].streams)
            if let requests = fault.requests, entries[place].hits >= requests { entries.remove(at: place) }
            return match
        }
        return nil
    }
}

extension Fault {
    fileprivate func isAbout(_ subject: FaultRegistry.Subject) -> Bool {
        target == subject.target
            && (streams.isEmpty || !subject.streams.isDisjoint(with: streams))
            && (destination.map(subject.destinations.contains) ?? true)
    }

    /// Whether it is about one stream of that name and destination.
    func isAbout(stream: String?, destination service: String?) -> Bool {
        (streams.isEmpty || stream.map(streams.contains) == true) && (destination == nil || destination == service)
    }
}

extension SeededGenerator {
    /// A number from 0 to 1, 1 excluded.
    mutating func nextShare() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
