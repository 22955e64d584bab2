import EventPlatform
import EventSchema
import Testing

@testable import EventSimulation

@Suite struct HARFileTests {
    /// A recording as Chrome's developer tools write it, with an entry for each case; times are those of 12:00 UTC.
    static let text = """
        {"log": {"version": "1.2", "pages": [
          {"id": "page_1", "startedDateTime": "2026-01-31T12:00:00.000Z", "title": "a"},
          {"id": "page_2", "startedDateTime": "2026-01-31T13:00:30.000+01:00", "title": "b"}],
         "entries": [
          {"startedDateTime": "2026-01-31T12:00:00.100Z", "time": 350.4,
           "timings": {"blocked": 50.4, "dns": 10, "connect": 60, "ssl": 40, "send": 1, "wait": 100, "receive": 129},
           "request": {"method": "POST", "url": "https://example.org/a", "headersSize": -1, "bodySize": 20,
                       "headers": [{"name": "Accept", "value": "*/*"}]},
           "response": {"status": 200, "headersSize": -1, "bodySize": -1, "_transferSize": 5100,
                        "content": {"size": 9}}},
          {"startedDateTime": "2026-01-31T12:00:01Z", "time": 3, "_fromCache": "disk",
           "request": {"url": "https://example.org/b", "headersSize": 100, "bodySize": 0},
           "response": {"status": 200, "_transferSize": 0, "content": {"size": 700}}},
          {"startedDateTime": "2026-01-31T12:00:02Z", "time": -1, "timings": {"send": 1, "wait": 80, "receive": 19},
           "request": {"url": "https://example.org/c", "headersSize": 300, "bodySize": -1,
                       "postData": {"text": "é"}},
           "response": {"status": 200, "headersSize": 200, "bodySize": -1,
                        "content": {"size": 900, "compression": 400}}},
          {"startedDateTime": "2026-01-31T12:00:03Z", "time": 1, "request": {"url": "data:image/png;base64,aaaa"},
           "response": {"status": 200, "content": {"size": 4}}},
          {"startedDateTime": "2026-01-31T12:00:04Z", "time": 4, "request": {"url": "https://ads.example/x"},
           "response": {"status": 0, "_error": "net::ERR_BLOCKED_BY_CLIENT", "_transferSize": 0}},
          {"startedDateTime": "2026-01-31T12:00:05Z", "time": 60000, "_resourceType": "websocket",
           "timings": {"connect": 90, "send": 1, "wait": 109, "receive": 59800},
           "request": {"url": "wss://example.org/chat", "headersSize": 400, "bodySize": 0},
           "response": {"status": 101, "headersSize": 150, "bodySize": 0},
           "_webSocketMessages": [
             {"type": "send", "time": 1769860810.5, "opcode": 1, "data": "hello"},
             {"type": "receive", "time": 1769860820.25, "opcode": 2, "data": "AAAAAAAA"}]}]}}
        """

    private static func read(_ text: String) throws -> HARFile {
        try HARFile(file: Array(text.utf8), name: "a.har")
    }

    private static func request(
        _ at: Int, _ duration: Int, _ sent: Int, _ received: Int
    ) -> AppTrace.Request {
        AppTrace.Request(
            at: .milliseconds(at), duration: .milliseconds(duration), sentBytes: sent, receivedBytes: received)
    }

    @Test func `entries are transfers, with what is unknown taken from elsewhere`() throws {
        let har = try Self.read(Self.text)
        let requests = [
            // After 50 ms of waiting for a connection; the header fields are counted.
            Self.request(150, 300, 13 + 20, 5100),
            // The parts in place of the time, the text in place of the size, the content less its compression.
            Self.request(2000, 100, 300 + 2, 200 + 500),
            // The opening of the WebSocket without the minute for which it stays open, and its messages.
            Self.request(5000, 200, 400, 150), Self.request(10_500, 50, 11, 0), Self.request(20_250, 50, 0, 12),
        ]
        #expect(har.requests == requests)
        #expect(har.withoutTransfer == 3)
        #expect(har.pages == [.zero, .seconds(30)])
    }

    @Test func `a byte order mark is passed over, and a HAR file may have no pages`() throws {
        let har = try Self.read("\u{FEFF}" + #"{"log": {"entries": []}}"#)
        #expect(har.requests.isEmpty && har.pages.isEmpty)
        #expect(try har.trace(name: "x", events: .onePerPage, bytes: 600).end == .zero)
    }

    @Test func `an event is added for each page, or so many a minute`() throws {
        let har = try Self.read(Self.text)
        let pages = try har.trace(name: "x", events: .onePerPage, bytes: 600)
        #expect(pages.events.map(\.at) == [.zero, .seconds(30)] && pages.end == .seconds(30))
        let spread = try har.trace(name: "x", events: .perMinute(6), bytes: 500)
        #expect(spread.events.map(\.at.seconds) == [5, 15, 25] && spread.events.allSatisfy { $0.bytes == 500 })
        #expect(try har.trace(name: "x", events: .perMinute(0), bytes: 500).events.isEmpty)
        #expect(try AppTrace(file: Array(spread.text().utf8), name: "x") == spread)
    }

    @Test(arguments: [
        ("{", "a.har: The HAR file is not JSON"), ("{}", "a.har: log.entries: must be a list"),
        (#"{"log": {"entries": [{}]}}"#, "a.har: log.entries[0].startedDateTime: must be a time such as"),
        (
            #"{"log": {"entries": [{"startedDateTime": "2026-01-31T12:00:00Z", "request": {}}]}}"#,
            "a.har: log.entries[0].response: must be an object"
        ),
        (#"{"log": {"pages": [1], "entries": []}}"#, "a.har: log.pages[0].startedDateTime: must be a time"),
    ])
    func `a malformed file is an error with the path in it`(text: String, finding: String) {
        let error = #expect(throws: InputFindings.self) { try Self.read(text) }
        #expect(error?.findings.first?.hasPrefix(finding) == true, "\(String(describing: error))")
    }

    @Test func `entries that are more than a day apart are refused`() {
        let error = #expect(throws: InputFindings.self) {
            try Self.read(Self.text.replacing("1769860810.5", with: "1.5"))
        }
        let finding = "the first and the last time must be at most a day apart; record a shorter time"
        #expect(error?.findings == ["a.har: log.entries: \(finding)"])
    }
}
