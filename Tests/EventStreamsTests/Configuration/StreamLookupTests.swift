import EventSchema
import EventStreams
import Testing

@Suite struct StreamLookupTests {
    @Test func `an exact name comes before patterns, patterns come in order, unanchored`() throws {
        let streams = try snapshot(
            #"{"/job/": {"schema_title": "1"}, "/^my\\.job/": {"schema_title": "2"}, "my.job.x": {"schema_title": "3"}}"#
        )
        #expect(streams["my.job.x"]?.schemaTitle == "3")
        #expect(streams["my.job.y"]?.schemaTitle == "1")
        #expect(streams["other"] == nil)
        #expect(streams.names == ["/job/", "/^my\\.job/", "my.job.x"])
    }

    @Test func `a stream found by pattern keeps the pattern as its name`() throws {
        let streams = try snapshot(#"{"/^job/": {}, "asked": {"stream": "/^as/"}, "plain": {"stream": "other"}}"#)
        #expect(streams["job.1"]?.name == "/^job/")
        #expect(streams["asked"]?.name == "/^as/")
        #expect(streams["plain"]?.name == "plain")
    }

    @Test func `a pattern is its own exact key, whatever it matches`() throws {
        let streams = try snapshot(#"{"/job/": {"schema_title": "1"}, "/^job/": {"schema_title": "2"}}"#)
        #expect(streams["/^job/"]?.schemaTitle == "2")
    }

    @Test func `a name that matches a broken pattern is not matched with later ones`() throws {
        let streams = try snapshot(#"{"/^a/": {"topics": 1}, "/b/": {}}"#)
        #expect(streams["ab"] == nil && streams.isQuarantined("ab"))
        #expect(streams["b"] != nil)
    }

    @Test(arguments: ["/", "/abc", "/abc\\/", "/(/", "/a/b/", "/a/e"])
    func `a key that starts with a slash must be a pattern`(key: String) throws {
        let streams = StreamConfigurations(streams: [key: [:], "a": [:]])
        #expect(streams.quarantined.map(\.name) == [key])
        #expect(streams.isQuarantined(key) && streams["a"] != nil)
    }

    @Test(
        arguments: [
            ("/^ab/i", "ABC", true), ("/^ab/", "ABC", false), ("/a.b/", "a\nb", false), ("/a.b/s", "a\nb", true),
            ("/^b$/", "a\nb", false), ("/^b$/m", "a\nb", true), ("/a\\/b/", "a/b", true),
        ])
    func `flags have the meaning of PCRE`(key: String, name: String, matches: Bool) {
        #expect((StreamConfigurations(streams: [key: [:]])[name] != nil) == matches)
    }
}
