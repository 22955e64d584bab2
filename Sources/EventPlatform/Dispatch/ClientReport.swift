import EventSchema

/// What a request says of its client, for the console of a development intake; see
/// ``NetworkConfiguration/reportsLedger``.
struct ClientReport {
    /// The header field.
    static let headerName = "X-Event-Client"

    /// The install id and the session id, as far as they are known.
    let ids: [String]
    /// When the request is made.
    let time: Timestamp
    /// 1, and 1 more for each request that failed since the destination last responded.
    let attempt: Int
    /// The ledger. The events of the request are pending.
    let ledger: Ledger

    /// The maximum length of the streams' accounts in bytes. An intake takes fields of a few kilobytes at most.
    private static let streamsLimit = 4096

    /// The value of the header field: JSON in ASCII.
    var text: String {
        var counts = ledger.total.json
        counts["streams"] = .object(streams)
        return Self.ascii([
            "ids": .array(ids.map(JSONValue.string)), "time": .string(time.iso8601), "attempt": .number(attempt),
            "ledger": .object(counts),
        ])
    }

    /// The accounts of the streams with the most events, as far as they fit.
    private var streams: JSONObject {
        var length = 0
        let accounts = ledger.streams.sorted { ($1.value.submitted, $0.key) < ($0.value.submitted, $1.key) }
            .map { ($0.key, JSONValue.object($0.value.json)) }
            .prefix { name, account in
                length += Self.ascii([name: account]).utf8.count
                return length <= Self.streamsLimit
            }
        return JSONObject(accounts.map { ($0, $1) })
    }

    /// A name of a stream can have any characters, a header field cannot.
    private static func ascii(_ object: JSONObject) -> String {
        JSONValue.object(object).jsonText.utf16.reduce(into: "") { text, unit in
            if unit < 0x7F, let byte = UInt8(exactly: unit) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "\\u" + String(0x1_0000 + UInt32(unit), radix: 16).dropFirst()
            }
        }
    }
}
