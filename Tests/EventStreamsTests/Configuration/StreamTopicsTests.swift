import EventStreams
import Testing

@Suite struct StreamTopicsTests {
    @Test(
        "topics follow from name and prefixes",
        arguments: [
            ("edit", nil, ["edit"]), ("/^a/", nil, ["/^a/"]), ("edit", ["x.", "y."], ["x.edit", "y.edit"]),
            ("edit", [], []), (#"/^a\.b/"#, ["p."], [#"/^(p\.)a\.b/"#]), ("/a/", ["p.", "q-"], [#"/(p\.|q\-)a/"#]),
            ("/^a/i", ["p"], ["/^(p)a/i"]),
        ] as [(String, [String]?, [String])])
    func computed(name: String, prefixes: [String]?, topics: [String]) {
        #expect(StreamTopics.computed(name: name, prefixes: prefixes) == topics)
    }
}
