import EventSchema
import EventStreams

/// What the developer tools of a browser recorded, as an HTTP archive (HAR 1.2): the transfers, and when pages began.
package struct HARFile: Sendable {
    /// The transfers in the order of their times; the first request or page is at zero.
    package let requests: [AppTrace.Request]
    /// When each page began to load.
    package let pages: [Duration]
    /// How many entries made no transfer: from a cache, blocked, or `data:` and the like.
    package let withoutTransfer: Int

    /// Reads a HAR file.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - name: the name of the file in findings.
    /// - Throws: ``InputFindings``.
    package init(file bytes: [UInt8], name: String) throws {
        let json: JSONValue
        do { json = try JSONValue(parsingLeniently: bytes) } catch {
            throw InputFindings("\(name): The HAR file is not JSON: \(error). Export it once more")
        }
        guard let entries = json[path: ["log", "entries"]]?.array else {
            throw InputFindings("\(name): log.entries: must be a list; export the HAR file again")
        }
        guard entries.count <= AppTrace.maximumRows else {
            throw InputFindings(
                "\(name): log.entries: has \(entries.count) entries, at most \(AppTrace.maximumRows) are allowed; "
                    + "record a shorter time")
        }
        var fields = FieldReader(file: name)
        let reads = entries.enumerated().map { HAREntry($1, "log.entries[\($0)]", &fields) }
        let pages = (json[path: ["log", "pages"]]?.array ?? []).enumerated().map { index, page in
            fields.instant(page["startedDateTime"], "log.pages[\(index)].startedDateTime")
        }
        let transfers = reads.flatMap(\.transfers).sorted { $0.at < $1.at }
        let times = reads.map(\.begin) + transfers.map(\.at) + pages
        let begin = times.min() ?? UTCInstant(seconds: 0)
        if let last = times.max(), last.distance(from: begin) > AppTrace.timeRange.upperBound {
            fields.addFinding(
                "log.entries", "the first and the last time must be at most a day apart; record a shorter time")
        }
        if let findings = InputFindings(fields.findings) { throw findings }
        requests = transfers.map { $0.request(from: begin) }
        self.pages = pages.map { $0.distance(from: begin) }.sorted()
        withoutTransfer = reads.count { $0.transfers.isEmpty }
    }
}

extension FieldReader {
    /// A time as RFC 3339 spells it.
    mutating func instant(_ json: JSONValue?, _ path: String) -> UTCInstant {
        guard let text = json?.string, let instant = UTCInstant(iso8601: text) else {
            addFinding(path, "must be a time such as 2026-01-31T12:00:00.000Z")
            return UTCInstant(seconds: 0)
        }
        return instant
    }
}
