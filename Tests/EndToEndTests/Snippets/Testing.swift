import EventCatalogTesting
import EventPlatform
import EventPlatformTesting
import EventSchema
import Testing

private func testing() async {
    let platform = TestPlatform(streams: ["app.toolbar": ["schema_title": "analytics/product_metrics/app/base"]])
    await platform.loadConfigurations()
    platform.client.submitClick(stream: "app.toolbar")
    await platform.expectEvent(stream: "app.toolbar", ["action": "click"])
}

private func expectingAnEvent(_ platform: TestPlatform) async {
    platform.client.submitClick(stream: "app.toolbar", interactionData: .init(elementID: "save"))
    await platform.expectEvent(stream: "app.toolbar", ["action": "click", "element_id": "save"])
}

private func expectingNoEvent(_ platform: TestPlatform) async {
    await platform.client.set(consent: .pending)
    platform.client.submitClick(stream: "app.toolbar")
    await platform.expectNoEvent(stream: "app.toolbar")
}

private func expectingADrop(_ platform: TestPlatform) async {
    platform.client.submitClick(stream: "app.toolbar", interactionData: .init(fields: ["size": 12]))
    let drop = await platform.expectDropped(stream: "app.toolbar", reason: .invalid)
    #expect(drop?.detail == "/size: the schema does not have this property")
}

private func leavingTheSample() throws {
    let platform = try TestPlatform(catalogNear: #filePath, sampling: .outOfSample)
    print(platform.client.ledger)
}

private func enrolling(_ platform: TestPlatform) {
    platform.enroll(in: "larger-search-field", group: "treatment")
}

private func loadingTheCatalogue() async throws {
    let platform = try TestPlatform(catalogNear: #filePath)
    await platform.loadConfigurations()
}

private func readingDrops(_ platform: TestPlatform) async {
    platform.client.submitClick(stream: "app.toolbar", interactionData: .init(fields: ["size": 12]))
    let drops = await platform.droppedEvents()
    #expect(drops.first?.reason == .invalid)
}

private func waitingForARequest(_ platform: TestPlatform) async throws {
    platform.connection.respond { _ in NetworkResponse(status: 503) }
    platform.client.start().submitClick(stream: "app.toolbar")
    let request = try await platform.connection.waitForRequest { $0.method == .post }
    #expect(request.body.count > 2)
}

private func checkingAStore() {
    let compatibility = EventStoreCompatibility { name, settings in try MyEventStore(named: name, settings: settings) }
    let failures = compatibility.failures(sequences: 100)
    print(failures)
}

private func MyEventStore(named name: String, settings: StoreSettings) throws -> any EventStore {
    InMemoryEventStore(settings: settings)
}

func waitForDispatchTimer(_ clock: ManualClock) async throws {
    try await clock.waitForSleep(of: .seconds(30))
}
