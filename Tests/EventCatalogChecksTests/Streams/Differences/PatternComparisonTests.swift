import Testing

@testable import EventCatalogChecks

@Suite struct PatternComparisonTests {
    private let narrow = "'/^a\\.b/': {schema_title: t, sample: {unit: session, rate: 0.1}}\n"
    private let wide = "'/^a\\./': {schema_title: t}\n"

    private func lines(_ before: String, _ after: String) throws -> [String] {
        try StreamComparison(["a.yaml": before], ["a.yaml": after]).lines
    }

    @Test func `of two patterns, another one in front changes the names that both match`() throws {
        let rise = "for names that both match, sampling rises from 10 % of sessions to everybody"
        let added = "new stream of t, events go to the default intake, from everybody"
        let removed =
            "removed: the intake will refuse events of names that no other entry matches; its schema title was t"
        #expect(
            try lines(narrow + wide, wide + narrow) == ["/^a\\./", "  now stands in front of /^a\\.b/; \(rise)"])
        #expect(
            try lines(narrow, wide + narrow) == ["/^a\\./", "  \(added)", "  stands in front of /^a\\.b/; \(rise)"])
        #expect(
            try lines(narrow + wide, wide) == ["/^a\\.b/", "  \(removed)", "  stood in front of /^a\\./; \(rise)"])
    }

    @Test func `an order of patterns that decides nothing is no change`() throws {
        let other = "'/^b\\./': {schema_title: t}\n"
        #expect(try lines(narrow + other, other + narrow) == ["No stream changes."])
        let same = "'/^a\\.c?/': {schema_title: t}\n"
        #expect(try lines(same + wide, wide + same) == ["No stream changes."])
        #expect(try lines(narrow, narrow + wide).count == 2)
        #expect(try lines(wide + narrow, wide).count == 2)
    }

    @Test func `another text of a pattern is a rename, and a pattern instead of a name is not`() throws {
        let other = "'/^b\\./': {schema_title: t}\n"
        let renamed = [
            "/^b\\./",
            "  the pattern /^a\\./ is now /^b\\./; the settings stay the same. Events of the names that it begins to "
                + "match are collected now, from everybody; of the names that no entry matches any more, which "
                + "released apps go on with, the intake will refuse the events",
        ]
        #expect(try lines(wide, other) == renamed)
        #expect(try lines(narrow + wide, other + narrow) == renamed)
        let found = try lines("c: {schema_title: t}\n", other)
        #expect(found.count == 4 && found[0] == "c" && found[1].hasPrefix("  removed"))
    }

    @Test func `a wider pattern says what is collected of the other names`() throws {
        let settings =
            "{schema_title: t, sample: {unit: session, rate: 0.1}, producers: {metrics_platform_client: "
            + "{provide_values: [page_id], curation: {page_id: {greater_than: 3}}}}}"
        let found = try lines("'/^a\\.raw\\./': \(settings)\n", "'/^a/': \(settings)\n")
        let words =
            "are collected now, from 10 % of sessions, with page_id (moderate), only where page_id is greater than 3;"
        #expect(found.count == 2 && found[1].contains(words), "\(found)")
        #expect(found[1].hasPrefix("  the pattern /^a\\.raw\\./ is now /^a/; the settings stay the same. "))
    }

    @Test func `a stream that a pattern takes over is not removed`() throws {
        let own = "a.b: {schema_title: t, owner: me}\n"
        let pattern = "'/^a\\./': {schema_title: t, owner: me, sample: {unit: session, rate: 0.1}}\n"
        let fall = "  sampling falls from everybody to 10 % of sessions"
        let taken = "  has no entry of its own any more: now has the settings of the pattern /^a\\./"
        #expect(Array(try lines(own, pattern).suffix(3)) == ["a.b", taken, fall])
        #expect(try lines(own + pattern, pattern) == ["a.b", taken, fall])
        #expect(
            try lines(own + "'/^a\\./': {schema_title: t, owner: me}\n", "'/^a\\./': {schema_title: t, owner: me}\n")
                == ["a.b", "\(taken), which are the same"])
        #expect(
            try lines(own + "'/^b/': {schema_title: t}\n", "'/^b/': {schema_title: t}\n")[1].contains("will refuse"))
    }

    @Test func `a stream that a pattern matched before is not new`() throws {
        let pattern = "'/^a\\./': {schema_title: t, sample: {unit: session, rate: 0.1}}\n"
        #expect(
            try lines(pattern, pattern + "a.b: {schema_title: t}\n") == [
                "a.b", "  has an entry of its own: had the settings of the pattern /^a\\./",
                "  sampling rises from 10 % of sessions to everybody",
            ])
    }

    @Test func `a stream that an unreadable pattern takes over is unreadable`() throws {
        let pattern = "'/^a\\./': {schema_title: t, topics: x}\n"
        #expect(
            try lines("a.b: {schema_title: t}\n" + pattern, pattern).prefix(2) == [
                "a.b", "  clients cannot read the stream: topics must be a list, is a string",
            ])
    }
}
