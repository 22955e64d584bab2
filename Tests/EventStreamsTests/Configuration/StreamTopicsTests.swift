import EventStreams
import Testing

@Suite struct StreamTopicsTests {
    @Test(
        arguments: [
            ("edit", nil, ["edit"]), ("/^a/", nil, ["/^a/"]), ("edit", ["x.", "y."], ["x.edit", "y.edit"]),
            ("edit", [], []), (#"/^a\.b/"#, ["p."], [#"/^(p\.)a\.b/"#]), ("/a/", ["p.", "q-"], [#"/(p\.|q\-)a/"#]),
            ("/^a/i", ["p"], ["/^(p)a/i"]),
        ] as [(String, [String]?, [String])])
    func `topics are computed from name and prefixes`(name: String, prefixes: [String]?, topics: [String]) {
        #expect(StreamTopics.topics(of: name, prefixes: prefixes) == topics)
    }
}
