import EventSchema
import Testing

@Suite struct BowtieTests {
    private var bowtie: Bowtie { Bowtie(homepage: "http://h", issues: "http://i", source: "http://s") }

    @Test("start presents the implementation") func start() throws {
        var bowtie = bowtie
        #expect(
            try bowtie.answer(#"{"cmd":"start","version":1}"#) == """
                {"version":1,"implementation":{"language":"swift","name":"EventSchema","homepage":"http://h",\
                "issues":"http://i","source":"http://s","dialects":["http://json-schema.org/draft-07/schema#",\
                "http://json-schema.org/draft-06/schema#","http://json-schema.org/draft-04/schema#"]}}
                """)
    }

    @Test("a run is judged in the dialect chosen, with the registry") func run() throws {
        var bowtie = bowtie
        #expect(
            try bowtie.answer(#"{"cmd":"dialect","dialect":"http://json-schema.org/draft-04/schema#"}"#)
                == #"{"ok":true}"#)
        #expect(
            try bowtie.answer(
                """
                {"cmd":"run","seq":7,"case":{"description":"","schema":{"$ref":"http://e.org/s"},"registry":\
                {"http://e.org/s":{"maximum":3,"exclusiveMaximum":true}},"tests":[{"description":"","instance":3},\
                {"description":"","instance":2.99999999999999999999}]}}
                """) == #"{"seq":7,"results":[{"valid":false},{"valid":true}]}"#)
    }

    @Test("what cannot be compiled is errored") func errored() throws {
        var bowtie = bowtie
        let answer = try #require(
            try bowtie.answer(##"{"cmd":"run","seq":1,"case":{"schema":{"$ref":"#/x"},"tests":[]}}"##))
        #expect(answer.hasPrefix(##"{"seq":1,"errored":true,"context":{"message":"##))
    }

    @Test("an unknown dialect is not ok, stop ends it") func others() throws {
        var bowtie = bowtie
        #expect(try bowtie.answer(#"{"cmd":"dialect","dialect":"x"}"#) == #"{"ok":false}"#)
        #expect(try bowtie.answer(#"{"cmd":"stop"}"#) == nil)
    }

    @Test(
        "nonsense is refused",
        arguments: ["", "{}", #"{"cmd":"x"}"#, #"{"cmd":"start","version":2}"#, #"{"cmd":"run"}"#])
    func nonsense(line: String) {
        var bowtie = bowtie
        #expect(throws: Bowtie.ProtocolError.self) { try bowtie.answer(line) }
    }
}
