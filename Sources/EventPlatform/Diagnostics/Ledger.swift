public import EventSchema
import EventSupport

/// The exact account of what became of every event: `submitted = delivered + dropped + pending`, per stream.
public struct Ledger: Sendable, Hashable {
    /// The account of one stream.
    public struct Account: Sendable, Hashable {
        /// Events that were submitted.
        public internal(set) var submitted = 0
        /// Events that the intake accepted: it responded with 201 or 202, or with 207 without naming them.
        public internal(set) var delivered = 0
        /// Events that were dropped, by reason. Reasons that did not occur are absent.
        public var dropped: [DropReason: Int] {
            Dictionary(uniqueKeysWithValues: drops.elements.map { ($0.key, $0.value) })
        }
        /// Events that continued without validation, since no source had their schema in time. Each of them is also
        /// counted as pending, delivered or dropped.
        public internal(set) var unvalidated = 0

        /// The counts of ``dropped``.
        fileprivate var drops = SmallDictionary<DropReason, Int>()

        /// Creates an account without any event.
        public init() {}

        /// Whether nothing has been counted.
        var isEmpty: Bool { submitted == 0 && delivered == 0 && unvalidated == 0 && drops.isEmpty }
        /// The number of events that were dropped, for any reason.
        public var droppedTotal: Int { drops.elements.reduce(0) { $0 + $1.value } }
        /// The number of events that are neither delivered nor dropped: in memory, in the input buffer or in the store.
        public var pending: Int { submitted - delivered - droppedTotal }

        static func += (left: inout Account, right: Account) {
            left.submitted += right.submitted
            left.delivered += right.delivered
            for drop in right.drops.elements { left.countDropped(drop.key, drop.value) }
            left.unvalidated += right.unvalidated
        }

        func hasDropped(_ reason: DropReason) -> Bool { drops[reason] != nil }

        /// Counts dropped events.
        mutating func countDropped(_ reason: DropReason, _ count: Int = 1) {
            drops[reason] = (drops[reason] ?? 0) + count
        }
    }

    /// The account of each stream that a submit call has named.
    public internal(set) var streams: [String: Account] = [:]

    /// Creates an empty ledger.
    public init() {}

    /// The account of a stream; without counts for a stream that no submit call has named.
    ///
    /// ```swift
    /// let delivered = client.ledger["app.toolbar"].delivered
    /// ```
    public subscript(stream: EventPlatformClient.Stream) -> Account { streams[stream.name] ?? Account() }

    /// The sum over all streams.
    public var total: Account { streams.values.reduce(into: Account()) { $0 += $1 } }

    /// Whether nothing has been counted.
    public var isEmpty: Bool { streams.isEmpty }

    /// Adds another ledger's counts.
    public static func += (left: inout Ledger, right: Ledger) {
        for (stream, account) in right.streams { left.streams[stream, default: Account()] += account }
    }

    /// The sum of two ledgers.
    static func + (left: Ledger, right: Ledger) -> Ledger {
        var sum = left
        sum += right
        return sum
    }

    /// The counts of a ledger without those of another one that it contains.
    package static func - (left: Ledger, right: Ledger) -> Ledger {
        let less = right.entries.map { Entry(stream: $0.stream, outcome: $0.outcome, count: -$0.count) }
        return left + Ledger(less)
    }

    /// Counts submitted events.
    public mutating func countSubmitted(_ stream: String, _ count: Int = 1) {
        streams[stream, default: Account()].submitted += count
    }

    /// Counts delivered events.
    public mutating func countDelivered(_ stream: String, _ count: Int = 1) {
        streams[stream, default: Account()].delivered += count
    }

    /// Counts events that continued without validation.
    public mutating func countUnvalidated(_ stream: String, _ count: Int = 1) {
        streams[stream, default: Account()].unvalidated += count
    }

    /// Counts dropped events.
    public mutating func countDropped(_ stream: String, _ reason: DropReason, _ count: Int = 1) {
        streams[stream, default: Account()].countDropped(reason, count)
    }
}

extension Ledger {
    /// One count of a ledger, as a store keeps it.
    public struct Entry: Sendable, Hashable {
        /// The stream.
        public var stream: String
        /// `submitted`, `delivered`, `unvalidated`, or the reason of a drop.
        public var outcome: String
        /// How many events.
        public var count: Int

        /// Creates an entry.
        public init(stream: String, outcome: String, count: Int) {
            self.stream = stream
            self.outcome = outcome
            self.count = count
        }
    }

    /// The counts that are not zero, in no particular order.
    public var entries: [Entry] {
        streams.flatMap { stream, account in
            let totals = [
                ("submitted", account.submitted), ("delivered", account.delivered),
                ("unvalidated", account.unvalidated),
            ]
            let drops = account.drops.elements.map { ($0.key.rawValue, $0.value) }
            return (totals + drops).filter { $0.1 != 0 }.map { Entry(stream: stream, outcome: $0.0, count: $0.1) }
        }
    }

    /// Creates a ledger from counts; an entry with an unknown outcome is ignored.
    public init(_ entries: some Sequence<Entry>) {
        self.init()
        for entry in entries {
            switch entry.outcome {
            case "submitted": countSubmitted(entry.stream, entry.count)
            case "delivered": countDelivered(entry.stream, entry.count)
            case "unvalidated": countUnvalidated(entry.stream, entry.count)
            default:
                if let reason = DropReason(rawValue: entry.outcome) { countDropped(entry.stream, reason, entry.count) }
            }
        }
    }
}

extension Ledger.Account {
    /// The account as a JSON object: `submitted`, `delivered`, `pending`, `dropped` by reason, and `unvalidated` where
    /// it is not 0.
    public var json: JSONObject {
        var object: JSONObject = [
            "submitted": .number(submitted), "delivered": .number(delivered), "pending": .number(pending),
            "dropped": .object(
                JSONObject(dropped.sorted { $0.key < $1.key }.map { ($0.key.rawValue, .number($0.value)) })),
        ]
        if unvalidated != 0 { object["unvalidated"] = .number(unvalidated) }
        return object
    }
}

extension Ledger {
    /// The ledger as a JSON object: the total's members, and `streams` with the same for each stream, sorted by name.
    public var json: JSONObject {
        var object = total.json
        object["streams"] = .object(
            JSONObject(streams.sorted { $0.key < $1.key }.map { ($0.key, .object($0.value.json)) }))
        return object
    }
}
