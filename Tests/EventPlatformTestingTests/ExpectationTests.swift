import EventPlatform
import EventPlatformTesting
import EventSchema
import TestSupport
import Testing

@Suite(.waitLimit) struct ExpectationTests {
    private static func platform() async -> TestPlatform {
        let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"], "b": [:]])
        await platform.loadConfigurations()
        return platform
    }

    @Test func `an expected event is returned, whatever else it has`() async {
        let platform = await Self.platform()
        for id in ["open", "save"] { platform.client.submitClick(stream: "app", interactionData: .init(elementID: id)) }
        let event = await platform.expectEvent(
            stream: "app", ["element_id": "save", "agent": ["client_platform": "ios"], "meta": ["stream": "app"]])
        #expect(event?["action"] == "click")
        await platform.expectNoEvent(stream: "app", ["element_id": "close"])
        await platform.expectNoEvent(stream: "b")
    }

    @Test func `an event that is missing fails with the differences from the nearest, at the place of the call`() async
    {
        let platform = await Self.platform()
        for id in ["a", "save"] {
            platform.client.submitClick(
                stream: "app", interactionData: .init(source: "toolbar", elementID: id, context: ["x": 1]))
        }
        var event: JSONValue?
        let line = #line + 2
        let failures = await failures {
            event = await platform.expectEvent(
                stream: "app", ["action_source": "menu", "element_id": "save", "agent": ["app_theme": "dark"]])
        }
        #expect(event == nil)
        #expect(
            failures == [
                Failure(
                    text: """
                        no event of app with \
                        {"action_source":"menu","element_id":"save","agent":{"app_theme":"dark"}} was sent
                        The nearest event was sent
                        - /action_source: "menu"
                        + /action_source: "toolbar"
                        - /agent/app_theme: "dark"
                        app: 2 submitted: 2 delivered, 0 pending, 0 dropped
                        """, file: "ExpectationTests.swift", line: line)
            ])
    }

    @Test func `an event that was dropped instead fails once, with the reason`() async {
        let failures = await failures {
            let platform = await Self.platform()
            platform.client.submitClick(stream: "app", interactionData: .init(elementID: "save", fields: ["size": 1]))
            await platform.expectEvent(stream: "app", ["element_id": "save"])
        }
        #expect(
            failures.map(\.text) == [
                """
                no event of app with {"element_id":"save"} was sent
                An event with these properties was dropped, invalid: /size: the schema does not have this property
                app: 1 submitted: 0 delivered, 0 pending, 1 dropped (invalid 1)
                """
            ])
    }

    @Test func `without any event of the stream the failure names the others, and what keeps events back`() async {
        let platform = TestPlatform(streams: ["app": [:]])
        platform.client.submitClick(stream: "app")
        let undecided = await failures { await platform.expectEvent(stream: "aqq") }
        #expect(
            undecided.map(\.text) == [
                """
                no event of aqq was sent
                No event of aqq was submitted, but of app.
                The client has no stream configurations: call loadConfigurations() of the platform, or start it.
                """
            ])
        await platform.loadConfigurations()
        await platform.client.set(consent: .pending)
        let unconsented = await failures { await platform.expectEvent(stream: "app") }
        #expect(
            unconsented.map(\.text) == [
                "no event of app was sent\napp: 1 submitted: 0 delivered, 1 pending, 0 dropped\nThe consent is pending."
            ])
    }

    @Test func `an event that was not to be sent fails with the event`() async {
        let platform = await Self.platform()
        platform.client.submitClick(stream: "b", interactionData: .init(elementID: "save"))
        let failures = await failures { await platform.expectNoEvent(stream: "b", ["element_id": "save"]) }
        #expect(failures.map(\.line) == [#line - 1])
        #expect(failures.first?.text.hasPrefix(#"an event of b with {"element_id":"save"} was sent:\#n{"#) == true)
        #expect(failures.first?.text.contains(#""element_id":"save""#) == true)
    }

    @Test func `a dropped event is expected by stream, reason and properties`() async {
        let platform = await Self.platform()
        for id in ["a", "b"] {
            platform.client.submitClick(stream: "app", interactionData: .init(elementID: id, fields: ["size": 1]))
        }
        platform.client.submitClick(stream: "c")
        let drop = await platform.expectDropped(stream: "app", reason: .invalid, ["element_id": "b"])
        #expect(drop?.event?["element_id"] == "b" && drop?.detail == "/size: the schema does not have this property")
        await platform.expectDropped(stream: "c", reason: .unknownStream)
        let failures = await failures {
            await platform.expectDropped(stream: "app", reason: .curated, ["element_id": "z"])
        }
        #expect(
            failures.map(\.text) == [
                """
                no event of app with {"element_id":"z"} was dropped as curated
                The nearest event was dropped, invalid: /size: the schema does not have this property
                - /element_id: "z"
                + /element_id: "a"
                app: 2 submitted: 0 delivered, 0 pending, 2 dropped (invalid 2)
                """
            ])
    }

    @Test func `an event that was dropped after it was stored is expected by its reason`() async {
        let platform = await Self.platform()
        for _ in 0..<2 { platform.client.submitClick(stream: "app") }
        await platform.client.persist()
        await platform.client.set(consent: .declined)
        #expect(await platform.expectDropped(stream: "app", reason: .consentDeclined) == nil)
        #expect(await failures { await platform.expectDropped(stream: "b", reason: .consentDeclined) }.count == 1)
    }

    // MARK: - Invalid events

    @Test func `an invalid event that nobody asks for fails the test where the platform was made`() async {
        let line = #line + 2
        let failures = await failures {
            let platform = TestPlatform(streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]])
            await platform.loadConfigurations()
            platform.client.submitClick(stream: "app", interactionData: .init(fields: ["size": 1]))
            platform.client.submitInteraction(stream: "app", action: "")
            platform.client.submitClick(stream: "unknown")
            await platform.client.persist()
        }
        #expect(failures.map(\.line) == [line, line])
        let texts = failures.compactMap { $0.text.split(separator: "\n").first }
        #expect(
            Set(texts) == [
                "an event was dropped: app: invalid: /size: the schema does not have this property",
                "an event was dropped: app: emptyAction",
            ]
        )
    }

    @Test func `an invalid event of a client that outlives its platform fails the test too`() async {
        let failures = await failures {
            let client = await Self.platform().client
            client.submitClick(stream: "app", interactionData: .init(fields: ["size": 1]))
            await client.persist()
        }
        #expect(failures.count == 1)
    }

    @Test(arguments: [0, 1, 2])
    func `an invalid event that is read, expected or allowed fails no test`(way: Int) async {
        let failures = await failures {
            let platform = TestPlatform(
                streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]], allowsInvalidEvents: way == 2)
            await platform.loadConfigurations()
            platform.client.submitClick(stream: "app", interactionData: .init(fields: ["size": 1]))
            await platform.client.persist()
            switch way {
            case 0: _ = await platform.droppedEvents()
            case 1: await platform.expectDropped(stream: "app", reason: .invalid)
            default: break
            }
        }
        #expect(failures.isEmpty)
    }
}
