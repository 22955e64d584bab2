import EventPlatform
import EventSupport
import Testing

@testable import EventSimulation

@Suite struct AppTraceTests {
    private static let header = "at,what,seconds,sent,received\n"

    private static func read(_ rows: String) throws -> AppTrace {
        try AppTrace(file: Array((header + rows).utf8), name: "t.csv")
    }

    @Test func `a trace file has requests, events and an end`() throws {
        let trace = try AppTrace(
            file: Array(
                "# a comment\n\nat,what,seconds,sent,received\r\n0.5,request,1.25,100,2000\n2, event ,,300,\n9,end,,,\n"
                    .utf8), name: "t.csv")
        #expect(
            trace
                == AppTrace(
                    name: "t.csv",
                    requests: [
                        .init(
                            at: .milliseconds(500), duration: .milliseconds(1250), sentBytes: 100, receivedBytes: 2000)
                    ], events: [.init(at: .seconds(2), bytes: 300)], end: .seconds(9)))
    }

    @Test func `without an end the app leaves when its last request has ended`() throws {
        #expect(try Self.read("1,request,3,1,1\n2,event,,300,\n").end == .seconds(4))
        #expect(try Self.read("").end == .zero)
    }

    @Test(arguments: [
        ("-1,request,1,1,1", "t.csv:2:1: at must be seconds from 0 to 86400"),
        ("nan,request,1,1,1", "t.csv:2:1: at must be"), ("inf,event,,300,", "t.csv:2:1: at must be"),
        ("1e9,event,,300,", "t.csv:2:1: at must be"), ("99999999999999999999,event,,300,", "t.csv:2:1: at must be"),
        ("1.2345,event,,300,", "t.csv:2:1: at must be"), (".5,event,,300,", "t.csv:2:1: at must be"),
        ("5,event,,300,\n4,event,,300,", "t.csv:3:1: at is before the 5 of the row above; sort the rows by time"),
        ("1,reqest,1,1,1", "t.csv:2:3: what must be request, event or end"),
        ("1,request,1,-5,1", "t.csv:2:13: sent must be a whole number from 0 to 1000000000"),
        ("1,request,1,5,", "t.csv:2:15: received must be"), ("1,request,1,5,2000000000", "t.csv:2:15: received"),
        ("1,request,x,5,1", "t.csv:2:11: seconds must be"), ("1,event,3,300,", "t.csv:2:9: seconds must be empty"),
        ("1,event,,300,1", "t.csv:2:14: received must be empty in a row with event"),
        ("1,event,,3,", "t.csv:2:10: sent must be a whole number from 20 to 80000"),
        ("1,event,,300", "t.csv:2:1: a row has 5 values, and this one has 4"),
        ("1,end,,,\n2,event,,300,", "t.csv:3:1: nothing follows the row with end"),
        ("1,end,1,,", "t.csv:2:7: seconds must be empty in a row with end"),
    ])
    func `a malformed row of a trace is an error with file, line and column`(rows: String, finding: String) {
        let error = #expect(throws: InputFindings.self) { try Self.read(rows) }
        #expect(error?.findings.first?.hasPrefix(finding) == true, "\(String(describing: error))")
    }

    @Test func `every mistake is reported at once, up to twenty`() {
        let error = #expect(throws: InputFindings.self) {
            try Self.read((0..<30).map { "\($0),x,,,\n" }.joined())
        }
        #expect(error?.findings.count == 21 && error?.findings.last == "and more")
    }

    @Test(arguments: ["", "x", "at,what\n", "0,event,,300,\n", "\u{0}\n"])
    func `a file that does not begin with the header is refused`(text: String) {
        let error = #expect(throws: InputFindings.self) { try AppTrace(file: Array(text.utf8), name: "t.csv") }
        #expect(error?.description == "t.csv:1:1: a trace begins with the line at,what,seconds,sent,received")
    }

    @Test func `a file that is not UTF-8 is refused`() {
        #expect(throws: InputFindings.self) { try AppTrace(file: [0xFF, 0xFE], name: "t.csv") }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `a trace that is written is read back as it was`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let trace = AppTrace.random(&random)
        let text = trace.text(comment: ["made up"])
        #expect(try AppTrace(file: Array(text.utf8), name: trace.name) == trace)
        #expect(text.hasPrefix("# made up\nat,what,"))
    }

    @Test(arguments: AppTrace.builtInNames)
    func `a built-in trace is 20 to 40 minutes long, and says what it is`(name: String) throws {
        let trace = try #require(try AppTrace.builtIn(name))
        #expect(trace.name == name && (1200...2400).contains(trace.end.seconds))
        #expect(trace.requests.count > 10 && trace.events.count > 40)
        #expect(try #require(AppTrace.builtInText(name)).contains("Made up by us, not recorded."))
    }
}
