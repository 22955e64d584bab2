import EventCatalogTesting
import EventPlatformTesting
import Testing

@testable import tea

@Test func `a closed screen is sent with its name and its time`() async throws {
    let platform = try TestPlatform(catalogNear: #filePath)
    await platform.loadConfigurations()
    ScreenInstrument(client: platform.client).closed("settings", milliseconds: 1200)
    let events = await platform.sentEvents()
    #expect(events.count == 1)
    #expect(events.first?["screen"] == "settings")
    #expect(events.first?["milliseconds"] == 1200)
}

@Test func `a screen that was in front for less than no time is dropped, and the reason names the property`()
    async throws
{
    let platform = try TestPlatform(catalogNear: #filePath)
    await platform.loadConfigurations()
    ScreenInstrument(client: platform.client).closed("settings", milliseconds: -1)
    let drops = await platform.droppedEvents()
    #expect(drops.map(\.description) == ["tea.screens: invalid: /milliseconds: must be at least 0"])
}
