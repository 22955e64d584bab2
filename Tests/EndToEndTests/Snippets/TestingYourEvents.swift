import EventCatalogTesting
import EventPlatform
import EventPlatformTesting
import EventSchema
import EventStreams
import Foundation
import TestSupport
import Testing

#if canImport(XCTest)
    import XCTest
#endif

/// The snippets of the page `TestingYourEvents`, run.
@Suite(.waitLimit) struct TestingYourEventsTests {
    @Test func `saving is reported as a click`() async throws {
        let platform = try TestPlatform(catalogNear: #filePath)
        await platform.loadConfigurations()
        platform.client.updateContext { $0.performer.groups = ["user"] }
        platform.client.submitClick(stream: "app.interactions", interactionData: .init(elementID: "save"))
        await platform.expectEvent(stream: "app.interactions", ["action": "click", "element_id": "save"])
    }

    private static func platform() async -> TestPlatform {
        let platform = TestPlatform(streams: ["app.toolbar": ["schema_title": "analytics/product_metrics/app/base"]])
        await platform.loadConfigurations()
        return platform
    }

    @Test func `a failure reads as the page prints it`() async throws {
        let page = try String(
            contentsOf: Checkout.file("Sources/EventPlatform/Documentation.docc/TestingYourEvents.md"), encoding: .utf8)
        let platform = await Self.platform()
        await withKnownIssue {
            let data = InteractionData(source: "menu", elementID: "save")
            platform.client.submitClick(stream: "app.toolbar", interactionData: data)
            await platform.expectEvent(stream: "app.toolbar", ["action_source": "toolbar", "element_id": "save"])
        } matching: { issue in
            issue.comments.contains { page.contains("```\n\($0.rawValue)\n```") }
        }
    }

    @Test func `a test about an invalid event names it`() async {
        let platform = await Self.platform()
        platform.client.submitClick(stream: "app.toolbar", interactionData: .init(fields: ["size": 12]))
        let drop = await platform.expectDropped(stream: "app.toolbar", reason: .invalid)
        #expect(drop?.detail == "/size: the schema does not have this property")
    }

    @Test func `a test can be out of sample`() async throws {
        let platform = try TestPlatform(catalogNear: #filePath, sampling: .outOfSample)
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app.interactions")
        await platform.expectDropped(stream: "app.interactions", reason: .outOfSample)
    }

    /// The lines of the page's table, which are no snippets.
    @Test func `session, page view and experiment are set in a line each`() async {
        let attributes: JSONValue = ["provide_values": ["performer_session_id", "performer_pageview_id"]]
        let platform = TestPlatform(streams: ["all": ["producers": ["metrics_platform_client": attributes]]])
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "all")
        let first = platform.client.sessionID
        platform.clock.advance(by: .seconds(1800))
        platform.client.submitClick(stream: "all")
        let second = platform.client.sessionID
        platform.client.resetSession()
        #expect(Set([first, second, platform.client.sessionID]).count == 3)
        platform.client.updateContext { $0.performer.sessionID = "0b5e0000000000000000" }
        let pageview = platform.client.beginPageview()
        platform.client.submitClick(stream: "all")
        await platform.expectEvent(
            stream: "all",
            ["performer": ["session_id": "0b5e0000000000000000", "pageview_id": .string(pageview)]])
        platform.enroll(in: "larger-search-field", group: "treatment")
        #expect(platform.client.enrollment(in: "larger-search-field")?.group == "treatment")
    }

    @Test func `a started client stores, sleeps and sends`() async throws {
        let platform = await Self.platform()
        platform.client.start().submitClick(stream: "app.toolbar")
        await platform.client.persist()
        try await platform.clock.waitForSleep(of: .seconds(30))
        platform.clock.advance(by: .seconds(30))
        let request = try await platform.connection.waitForRequest()
        #expect(request.body.count > 2)
    }

    @Test func `an event stays while the intake fails`() async {
        let platform = await Self.platform()
        platform.connection.respond { _ in NetworkResponse(status: 503) }
        platform.client.submitClick(stream: "app.toolbar")
        let report = await platform.client.dispatch()
        #expect(report.delivered == 0 && report.pending == 1)
    }
}

#if canImport(XCTest)
    final class ToolbarTests: XCTestCase {
        func testThatSavingIsReported() async {
            let platform = TestPlatform(streams: ["app.toolbar": [:]])
            await platform.loadConfigurations()
            platform.client.submitClick(stream: "app.toolbar", interactionData: .init(elementID: "save"))
            await platform.expectEvent(stream: "app.toolbar", ["element_id": "save"])
        }
    }
#endif
