import EventSchema
import EventStreams

/// An entry of a HAR file and the transfers that it stands for.
///
/// Chrome, Firefox and Safari write -1 for unknown values, and fields of their own, which begin with an
/// underscore.
struct HAREntry {
    /// When the request was made.
    let begin: UTCInstant
    private(set) var transfers: [HARTransfer] = []

    /// Reads an entry, and collects what is wrong with it.
    init(_ json: JSONValue, _ path: String, _ fields: inout FieldReader) {
        begin = fields.instant(json["startedDateTime"], path + ".startedDateTime")
        for part in ["request", "response"] where json[part]?.object == nil {
            fields.addFinding("\(path).\(part)", "must be an object; export the HAR file once more")
        }
        guard Self.usesNetwork(json) else { return }
        let blocked = Self.knownNumber(json[path: ["timings", "blocked"]]) ?? 0
        transfers.append(
            HARTransfer(
                at: begin.advanced(milliseconds: blocked),
                milliseconds: Self.isStream(json) ? Self.timeToFirstByte(json) : Self.totalTime(json) - blocked,
                sent: Self.sentBytes(json["request"]), received: Self.receivedBytes(json["response"])))
        transfers += Self.messages(json, path, &fields)
    }

    /// Whether the entry was a transfer at all: not from a cache, not blocked, not part of the page itself.
    private static func usesNetwork(_ json: JSONValue) -> Bool {
        let isCached = json["_fromCache"]?.string != nil || json["_fetchType"]?.string?.contains("Cache") == true
        guard !isCached else { return false }
        let scheme = json[path: ["request", "url"]]?.string?.prefix { $0 != ":" }.lowercased()
        guard scheme.map({ ["http", "https", "ws", "wss"].contains($0) }) ?? true else { return false }
        let response = json["response"]
        let hasResponse = response?["status"]?.number?.double ?? 0 != 0 || receivedBytes(response) != 0
        let isWorker =
            response?["_fetchedViaServiceWorker"]?.bool == true && response?["_transferSize"]?.number?.double == 0
        return hasResponse && !isWorker
    }

    /// Whether the connection stays open for messages, so that its duration is not that of a transfer.
    private static func isStream(_ json: JSONValue) -> Bool {
        ["websocket", "eventsource"].contains(json["_resourceType"]?.string ?? "")
            || json[path: ["response", "status"]]?.number?.double == 101
    }

    // MARK: - Times

    /// The whole duration in milliseconds: `time`, or the sum of the parts.
    private static func totalTime(_ json: JSONValue) -> Double {
        knownNumber(json["time"]) ?? (knownNumber(json[path: ["timings", "blocked"]]) ?? 0) + timeToFirstByte(json)
            + (knownNumber(json[path: ["timings", "receive"]]) ?? 0)
    }

    /// The duration until the response begins; the part of TLS is in that of the connection.
    private static func timeToFirstByte(_ json: JSONValue) -> Double {
        ["dns", "connect", "send", "wait"].reduce(0) { $0 + (knownNumber(json[path: ["timings", $1]]) ?? 0) }
    }

    // MARK: - Sizes

    private static func sentBytes(_ request: JSONValue?) -> Double {
        let text = request?["postData"]?["text"]?.string.map { Double($0.utf8.count) }
        return headerBytes(request) + (knownNumber(request?["bodySize"]) ?? text ?? 0)
    }

    private static func receivedBytes(_ response: JSONValue?) -> Double {
        if let size = knownNumber(response?["_transferSize"]) { return size }
        let content = response?["content"]
        let compressed = knownNumber(content?["size"]).map { max(0, $0 - (knownNumber(content?["compression"]) ?? 0)) }
        return headerBytes(response) + (knownNumber(response?["bodySize"]) ?? compressed ?? 0)
    }

    /// The size of the header, or of its fields as HTTP/1.1 writes them.
    private static func headerBytes(_ message: JSONValue?) -> Double {
        knownNumber(message?["headersSize"])
            ?? (message?["headers"]?.array ?? []).reduce(0) { sum, field in
                sum + Double((field["name"]?.string ?? "").utf8.count + (field["value"]?.string ?? "").utf8.count + 4)
            }
    }

    /// A number that is known: not negative.
    private static func knownNumber(_ json: JSONValue?) -> Double? {
        guard let number = json?.number?.double, number >= 0, number.isFinite else { return nil }
        return number
    }
}
