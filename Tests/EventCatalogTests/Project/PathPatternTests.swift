import Testing

@testable import EventCatalog

@Suite struct PathPatternTests {
    @Test(arguments: [
        ("Streams", "Streams/a.yaml"), ("Streams/", "Streams/a.yaml"), ("./Streams/*.yaml", "Streams/a.yaml"),
        ("**/a.yaml", "Streams/a.yaml"), ("**/a.yaml", "a.yaml"), ("Schemas/**/1.*.yaml", "Schemas/a/b/1.0.0.yaml"),
        ("Schemas/**", "Schemas/a/b.yaml"), ("*/a*l", "Streams/a.yaml"), ("S*s*/a.yaml", "Streams/a.yaml"),
    ])
    func `a pattern matches`(pattern: String, path: String) { #expect(PathPattern(pattern).matches(path)) }

    @Test(arguments: [
        ("Stream", "Streams/a.yaml"), ("*.yaml", "Streams/a.yaml"), ("Streams/*/a.yaml", "Streams/a.yaml"),
        ("Streams/a.yaml/b", "Streams/a.yaml"), ("S*ms/b*", "Streams/a.yaml"), ("a*a.yaml", "a.yaml"),
        ("Schemas/**/2.*", "Schemas/a/1.0.0.yaml"), ("Streams/../a", "a"),
    ])
    func `a pattern does not match`(pattern: String, path: String) { #expect(!PathPattern(pattern).matches(path)) }
}
