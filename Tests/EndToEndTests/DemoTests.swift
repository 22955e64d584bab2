import Testing

@Suite struct DemoTests {
    @Test func `the demo accounts for every event, and every way to end occurs in it`() async throws {
        let result = try await Child.run("eventctl", ["demo"])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("agree to the event"))
        for way in ["outOfSample", "curated", "invalid", "unknownStream"] {
            #expect(result.output.contains(way), "\(way)")
        }
    }
}
