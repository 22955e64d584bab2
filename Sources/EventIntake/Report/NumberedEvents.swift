import EventSchema

/// The events of one client in one stream, and their numbers, `meta.sequence_number`.
struct NumberedEvents: Sendable {
    private(set) var events = 0
    /// The number of events with each sequence number.
    private var numbers: [Int64: Int] = [:]

    mutating func add(_ event: JSONValue) {
        events += 1
        guard let number = event[path: ["meta", "sequence_number"]]?.number?.int64, number > 0 else { return }
        numbers[number, default: 0] += 1
    }

    /// The number of events with a sequence number.
    var numbered: Int { numbers.values.reduce(0, +) }

    /// The number of events with the sequence number of another event.
    var duplicates: Int { numbered - numbers.count }

    /// The sequence numbers between the lowest and the highest that no event has.
    var gaps: [ClosedRange<Int64>] {
        let sorted = numbers.keys.sorted()
        return zip(sorted, sorted.dropFirst()).filter { $1 - $0 > 1 }.map { ($0 + 1)...($1 - 1) }
    }

    private static let maximumGaps = 20

    /// As listed over HTTP. Only the numbers of one client have gaps.
    func json(of stream: String, isOneClient: Bool) -> JSONValue {
        var fields: JSONObject = [
            "stream": .string(stream), "events": .number(events), "numbered": .number(numbered),
        ]
        guard isOneClient, numbered > 0 else { return .object(fields) }
        let gaps = gaps
        fields["missing"] = .number(gaps.reduce(Int64(0)) { $0 + ($1.upperBound - $1.lowerBound + 1) })
        fields["duplicates"] = .number(duplicates)
        fields["gaps"] = .array(
            gaps.suffix(Self.maximumGaps).map { [.number($0.lowerBound), .number($0.upperBound)] })
        return .object(fields)
    }
}
