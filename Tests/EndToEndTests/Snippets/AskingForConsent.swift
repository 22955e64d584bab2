import EventPlatform
import EventPlatformTesting
import EventSchema
import Foundation
import TestSupport
import Testing

private func makeClient(platform: URL, events: URL) -> EventPlatformClient {
    var configuration = EventPlatformClient.Configuration(server: platform, store: .file(events))
    configuration.consent = .pending
    return EventPlatformClient(configuration).start()
}

private func askForConsent(_ client: EventPlatformClient, userAllows: @Sendable () async -> Bool) async {
    await client.persist()  // opens the store, which has the answer of an earlier launch
    guard client.consent == .pending else { return }
    await client.set(consent: await userAllows() ? .granted : .declined)
}

private func launch(
    platform: URL, events: URL, showPrompt: @Sendable () async -> Bool
) async -> EventPlatformClient {
    let client = makeClient(platform: platform, events: events)
    await askForConsent(client) { await showPrompt() }
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

    @Test func `what was submitted before the answer is sent after a grant`() async {
        let platform = TestPlatform(streams: ["app.toolbar": [:]]) { $0.consent = .pending }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app.toolbar")
        await platform.expectNoEvent(stream: "app.toolbar")
        await askForConsent(platform.client) { true }
        await platform.expectEvent(stream: "app.toolbar", ["action": "click"])
    }

    @Test func `a refusal removes what was submitted, and drops what follows`() async {
        let platform = TestPlatform(streams: ["app.toolbar": [:]]) { $0.consent = .pending }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app.toolbar")
        await askForConsent(platform.client) { false }
        platform.client.submitClick(stream: "app.toolbar")
        await platform.expectDropped(stream: "app.toolbar", reason: .consentDeclined)
        #expect(platform.client.ledger["app.toolbar"].dropped == [.consentDeclined: 2])
    }

    @Test func `the answer holds at the next launch`() async throws {
        let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
        func launch() -> TestPlatform {
            TestPlatform(streams: [:]) {
                $0.consent = .pending
                $0.store.location = .file(folder.appending(path: "events.sqlite"))
            }
        }
        let first = launch()
        await askForConsent(first.client) { false }
        _ = await first.client.shutdown(deadline: .zero)
        let second = launch()
        await askForConsent(second.client) {
            Issue.record("asked again")
            return true
        }
        #expect(second.client.consent == .declined)
        _ = await second.client.shutdown(deadline: .zero)
        try FileManager.default.removeItem(at: folder)
    }
}
