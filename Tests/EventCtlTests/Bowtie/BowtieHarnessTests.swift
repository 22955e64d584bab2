import Testing

@testable import eventctl

@Suite struct BowtieHarnessTests {
    private var bowtie: BowtieHarness { BowtieHarness(homepage: "http://h", issues: "http://i", source: "http://s") }

    @Test func `start presents the implementation`() throws {
        var bowtie = bowtie
        #expect(
            try bowtie.respond(to: #"{"cmd":"start","version":1}"#) == """
                {"version":1,"implementation":{"language":"swift","name":"EventSchema","homepage":"http://h",\
                "issues":"http://i","source":"http://s","dialects":["https://json-schema.org/draft/2020-12/schema",\
                "https://json-schema.org/draft/2019-09/schema","http://json-schema.org/draft-07/schema#",\
                "http://json-schema.org/draft-06/schema#","http://json-schema.org/draft-04/schema#"]}}
                """)
    }

    @Test func `a run is judged in the dialect chosen, with the registry`() throws {
        var bowtie = bowtie
        #expect(
            try bowtie.respond(to: #"{"cmd":"dialect","dialect":"http://json-schema.org/draft-04/schema#"}"#)
                == #"{"ok":true}"#)
        #expect(
            try bowtie.respond(
                to: """
                    {"cmd":"run","seq":7,"case":{"description":"","schema":{"$ref":"http://e.org/s"},"registry":\
                    {"http://e.org/s":{"maximum":3,"exclusiveMaximum":true}},"tests":[{"description":"","instance":3},\
                    {"description":"","instance":2.99999999999999999999}]}}
                    """) == #"{"seq":7,"results":[{"valid":false},{"valid":true}]}"#)
    }

    @Test func `the response for a schema that cannot be compiled has errored`() throws {
        var bowtie = bowtie
        let response = try #require(
            try bowtie.respond(to: ##"{"cmd":"run","seq":1,"case":{"schema":{"$ref":"#/x"},"tests":[]}}"##))
        #expect(response.hasPrefix(##"{"seq":1,"errored":true,"context":{"message":"##))
    }

    @Test func `an instance beyond a limit has errored, not a verdict`() throws {
        var bowtie = bowtie
        let levels =
            (0..<40).map { ##""l\##($0)":{"$ref":"#/definitions/l\##($0 + 1)"}"## } + [##""l40":{"$ref":"#"}"##]
        let schema = ##"{"items":{"$ref":"#/definitions/l0"},"definitions":{\##(levels.joined(separator: ","))}}"##
        let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        let tests = #"[{"instance":[[]]},{"instance":\#(deep)}]"#
        let request = #"{"cmd":"run","seq":1,"case":{"schema":\#(schema),"tests":\#(tests)}}"#
        let response = try #require(try bowtie.respond(to: request))
        #expect(response.hasPrefix(##"{"seq":1,"results":[{"valid":true},{"errored":true,"context":{"message":"##))
        #expect(response.contains("maximumDepth"))
    }

    @Test func `the response to an unknown dialect is ok false, and stop has no response`() throws {
        var bowtie = bowtie
        #expect(try bowtie.respond(to: #"{"cmd":"dialect","dialect":"x"}"#) == #"{"ok":false}"#)
        #expect(try bowtie.respond(to: #"{"cmd":"stop"}"#) == nil)
    }

    @Test(arguments: ["", "{}", #"{"cmd":"x"}"#, #"{"cmd":"start","version":2}"#, #"{"cmd":"run"}"#])
    func `a line that is not a request is refused`(line: String) {
        var bowtie = bowtie
        #expect(throws: BowtieHarness.ProtocolError.self) { try bowtie.respond(to: line) }
    }
}
