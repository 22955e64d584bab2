import EventPlatform
import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

private func launch(platform: URL, events: URL, userAllows: @Sendable () async -> Bool) async -> EventPlatformClient {
    var configuration = EventPlatformClient.Configuration(server: platform, store: .file(events))
    configuration.consent = .pending
    let client = EventPlatformClient(configuration).start()
    await client.persist()  // opens the store, which has the answer of an earlier launch
    if client.consent == .pending {
        await client.set(consent: await userAllows() ? .granted : .declined)
    }
    return client
}

private func keepingARefusalElsewhere(_ client: EventPlatformClient) async {
    if await !client.set(consent: .declined) { UserDefaults.standard.set(true, forKey: "events-declined") }
}

private func settingsChanged(_ allows: Bool, client: EventPlatformClient) async {
    await client.set(consent: allows ? .granted : .declined)
}

/// The snippets of the page `AskingForConsent`, run.
@Suite(.waitLimit) struct AskingForConsentTests {
    @Test(arguments: [true, false])
    func `the user is asked at the first launch only, and a refusal outlives a damaged store`(allows: Bool) async throws
    {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let platform = try #require(URL(string: "http://127.0.0.1:9"))
        let events = folder.file("state/events.sqlite")
        let first = await launch(platform: platform, events: events) { allows }
        #expect(first.consent == (allows ? .granted : .declined))
        _ = await first.shutdown(deadline: .zero)
        if !allows { try Data(repeating: 7, count: 8192).write(to: events) }
        let second = await launch(platform: platform, events: events) {
            Issue.record("asked again")
            return !allows
        }
        #expect(second.consent == first.consent)
        await settingsChanged(!allows, client: second)
        #expect(second.consent == (allows ? .declined : .granted))
        _ = await second.shutdown(deadline: .zero)
    }

    @Test func `events wait for the answer, and a refusal drops them`() async {
        let platform = TestPlatform(streams: ["app.toolbar": ["schema_title": "analytics/product_metrics/app/base"]]) {
            $0.consent = .pending
        }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app.toolbar")
        await platform.expectNoEvent(stream: "app.toolbar")
        await platform.client.set(consent: .granted)
        await platform.expectEvent(stream: "app.toolbar")
        await platform.client.set(consent: .declined)
        platform.client.submitClick(stream: "app.toolbar")
        await platform.expectDropped(stream: "app.toolbar", reason: .consentDeclined)
    }
}
