import EventCatalogTesting
import EventPlatformTesting
import Testing

@testable import tea

@Test func `a brew is sent with the properties of its schema`() async throws {
    let platform = try TestPlatform(catalogNear: #filePath)
    await platform.loadConfigurations()
    platform.client.updateContext { $0["kitchen_is_shared"] = true }
    BrewInstrument(client: platform.client).brewed("green", minutes: 3)
    let events = await platform.sentEvents()
    #expect(events.count == 1)
    #expect(events.first?["tea"] == "green")
    #expect(events.first?["minutes"] == 3)
    #expect(events.first?["kitchen"] == ["is_shared": true])
}

@Test func `a brew of no minutes is dropped, and the reason names the property`() async throws {
    let platform = try TestPlatform(catalogNear: #filePath)
    await platform.loadConfigurations()
    BrewInstrument(client: platform.client).brewed("green", minutes: 0)
    let drops = await platform.droppedEvents()
    #expect(drops.map(\.description) == ["tea.brews: invalid: /minutes: must be at least 1"])
}
