import EventSchema
import EventStreams

/// What a client says of itself with a request of events, if its app lets it: the header `X-Event-Client`.
struct ClientReport: Sendable {
    static let headerName = "X-Event-Client"

    /// Its install id and its session id, at least one.
    let ids: [String]
    let sent: ReceivedEvent.Sent
    /// What became of its events: the counts of all streams, and `streams` with those of as many as had room.
    private let ledger: JSONValue

    /// A client sends 5 kB at most.
    private static let maximumLength = 8192

    /// Reads the value of the header; `nil` if it is no report.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        let report: JSONValue
        do { report = try JSONValue(parsingLeniently: Array(text.utf8)) } catch { return nil }
        guard let ids = report["ids"]?.array?.compactMap(\.string), (1...2).contains(ids.count),
            let time = report["time"]?.string.flatMap(UTCInstant.init(iso8601:)),
            let attempt = report["attempt"].flatMap(Self.count), attempt > 0,
            let ledger = report["ledger"], Self.isAccount(ledger),
            ledger["streams"]?.object?.allSatisfy({ Self.isAccount($0.value) }) == true
        else { return nil }
        (self.ids, self.ledger) = (ids, ledger)
        sent = ReceivedEvent.Sent(at: time.intakeTime, attempt: attempt)
    }

    private static func isAccount(_ json: JSONValue) -> Bool {
        ["submitted", "delivered", "pending"].allSatisfy { json[$0].flatMap(count) != nil }
            && json["dropped"]?.object?.allSatisfy { count($0.value) != nil } == true
    }

    private static func count(_ json: JSONValue) -> Int? {
        json.number?.int64.flatMap { (0...1 << 40).contains($0) ? Int($0) : nil }
    }

    /// In the form of `GET /clients`.
    var json: JSONValue {
        [
            "ids": .array(ids.map(JSONValue.string)), "time": .string(sent.at), "attempt": .number(sent.attempt),
            "ledger": ledger,
        ]
    }
}
