import EventPlatformTesting
import EventSchema
import EventStreams
import Testing

@testable import EventPlatform

/// The templates of a client's events, which are kept from one event of a stream to the next.
@Suite struct EventTemplateTests {
    private static func platform() async -> TestPlatform {
        let settings: JSONValue = [
            "producers": ["metrics_platform_client": ["provide_values": ["page_title", "performer_session_id", "own"]]]
        ]
        let platform = TestPlatform(streams: ["/^app\\./": settings, "app": settings], context: .empty)
        await platform.loadConfigurations()
        return platform
    }

    /// Fails where a template is found by texts that Swift calls equal.
    @Test func `names that differ in their bytes alone stay apart`() async {
        let platform = await Self.platform()
        let texts = ["caf\u{e9}", "cafe\u{301}", "caf\u{e9}"]
        for text in texts {
            platform.client.submitInteraction(
                stream: .init("app.\(text)"), schema: SchemaID("/t/\(text)/1.0.0"), action: "a"
            ) { $0.domain = text }
            platform.client.submitInteraction(stream: "app", schema: SchemaID("/t/\(text)/1.0.0"), action: "a")
            platform.client.updateContext { $0.domain = text }
            platform.client.submitInteraction(stream: "app", schema: "/t/1.0.0", action: text)
        }
        let events = await platform.sentEvents()
        #expect(events.count == 9)
        for (number, event) in events.enumerated() {
            let text = texts[number / 3]
            let written = Array((event["meta"]?["domain"]?.string ?? "").utf8)
            switch number % 3 {
            case 0:
                #expect(event["meta"]?["stream"]?.string.map { Array($0.utf8) } == Array("app.\(text)".utf8))
                #expect(event["$schema"]?.string.map { Array($0.utf8) } == Array("/t/\(text)/1.0.0".utf8))
                #expect(written == Array(text.utf8))
            case 1: #expect(event["$schema"]?.string.map { Array($0.utf8) } == Array("/t/\(text)/1.0.0".utf8))
            default: #expect(written == Array(text.utf8))
            }
        }
    }

    @Test func `each change of context, session and call is in the next event`() async {
        let platform = await Self.platform()
        let client = platform.client
        func submit(_ change: ((inout Context) -> Void)? = nil) {
            client.submitInteraction(stream: "app", schema: "/t/1.0.0", action: "a", context: change)
        }
        submit()
        client.updateContext { $0.page.title = "one" }
        submit()
        submit { $0.page.title = "two" }
        submit()
        client.updateContext { $0.page.title = nil }
        submit()
        client.updateContext { $0["own"] = 1 }
        submit()
        client.updateContext { $0[ContextualAttribute("own", field: "place.of_own")] = 1 }
        submit()
        let session = client.sessionID
        client.resetSession()
        submit()
        let events = await platform.sentEvents()
        #expect(events.map { $0["page"]?["title"]?.string } == [nil, "one", "two", "one", nil, nil, nil, nil])
        #expect(events.map { $0["own"] } == [nil, nil, nil, nil, nil, 1, nil, nil])
        #expect(events.map { $0["place"]?["of_own"] } == [nil, nil, nil, nil, nil, nil, 1, 1])
        let sessions = events.map { $0["performer"]?["session_id"]?.string }
        #expect(sessions.dropLast().allSatisfy { $0 == session } && sessions.last == client.sessionID)
        #expect(Set(sessions).count == 2)
    }
}
