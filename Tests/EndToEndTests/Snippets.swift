import EventCatalog
import EventIntake
import EventPlatform
import EventPlatformTesting
import EventSchema
import EventStreams
import Foundation
import Testing

// Every snippet of the documentation stands here too, so that it compiles; `SnippetTests` holds them side by side.

private func submitting(platform: URL, events: URL) {
    let client = EventPlatformClient(.init(server: platform, store: .file(events))).start()
    client.submitClick(stream: "app.toolbar", interactionData: .init(elementID: "save"))
}

private func pushingContext(client: EventPlatformClient) {
    client.updateContext {
        $0.page.title = "Blue whale"
        $0.performer.isLoggedIn = true
    }
}

struct PageLoaded: EventInterface {
    var schema: SchemaID { "/analytics/my_team/page_loaded/1.0.0" }
    var milliseconds: Int
}

private func testing() async {
    let platform = TestPlatform(streams: ["app.toolbar": ["schema_title": "analytics/product_metrics/app/base"]])
    await platform.loadConfigurations()
    platform.client.submitClick(stream: "app.toolbar")
    let events = await platform.sentEvents()
    #expect(events.count == 1)
}

private func validating() throws {
    let schema = try Schema(JSONValue(parsing: #"{"type": "object", "required": ["dt"]}"#))
    _ = schema.isValid(["dt": "2026-01-01T00:00:00Z"])  // true
    _ = schema.findings(in: [:]).map(\.message)  // ["the property \"dt\" is missing"]
}

private func speakingBowtie(home: String) throws {
    var bowtie = Bowtie(homepage: home, issues: home, source: home)
    while let line = readLine(), let answer = try bowtie.answer(line) { print(answer) }
}

private func deciding(body: [UInt8], sessionID: String, event: JSONValue) throws {
    let streams = try StreamConfigurations(response: JSONValue(parsing: body))

    if let stream = streams["mediawiki.web_ui_actions"],
        stream.sampling.includes(identifier: sessionID)
    {
        // add the values of stream.providedAttributes to the event, then:
        if stream.curation.verdict(on: event) == .passes { print("send it to", stream.destination ?? "") }
    }

    for broken in streams.quarantined { print(broken.issues) }
}

private func embedding(_ configuration: IntakeConfiguration) async throws {
    try await withIntake(configuration) { intake in
        // POST to intake.url …
        print(try intake.store.count(stream: "app.search"))
    }
}

private func serving() async throws {
    var configuration = IntakeConfiguration()
    configuration.streams = .directory("Streams")
    configuration.schemaRoots = ["Schemas"]
    try await Intake(configuration).run { url in print("listening on \(url)") }
}

private func readingTheCatalogue() throws {
    let schemas = try SchemaRepository(roots: ["Schemas"])
    let streams = try StreamCatalog(directory: "Streams", schemas: schemas)
    _ = schemas["/analytics/product_metrics/app/base/1.3.0"]?.schema
    _ = streams.configurations["app.search"]
}

private func runningAnIntake() async throws {
    var configuration = IntakeConfiguration()
    configuration.streams = .directory("Streams")
    configuration.schemaRoots = ["Schemas"]
    try await withIntake(configuration) { intake in
        // POST events to intake.url, then read intake.store.
    }
}

private func validatingEvents(bytes: [UInt8], common: JSONValue, event: JSONValue) throws {
    let document = try JSONValue(parsing: bytes)
    let schema = try Schema(document, registry: ["/fragment/common/1.0.0": common])

    guard schema.isValid(event) else {
        for finding in schema.findings(in: event) { print(finding) }
        return
    }
}

private func settingUpTheStore(platform: URL, events: URL, folder: URL, vault: Vault) throws {
    var configuration = EventPlatformClient.Configuration(server: platform, store: .file(events))
    configuration.store.settings.durability = .power
    configuration.store.settings.maximumBytes = 16 << 20
    configuration.store.priorities = ["app.error_reports": .immediate, "app.performance": .deferred]

    configuration.store.settings.cipher = EventCipher(
        seal: { bytes in try vault.seal(bytes) },
        open: { bytes in try vault.open(bytes) })

    configuration.store.custom = { try FolderStore(folder) }
}

private struct Vault: Sendable {
    func seal(_ bytes: [UInt8]) throws -> [UInt8] { bytes }
    func open(_ bytes: [UInt8]) throws -> [UInt8] { bytes }
}

/// Stands for a store of an app's own.
private func FolderStore(_ folder: URL) throws -> any EventStore {
    try SQLiteEventStore(path: folder.appendingPathComponent("events.sqlite").path)
}

private func checkingAStore() {
    let compatibility = EventStoreCompatibility { name, settings in try MyEventStore(named: name, settings: settings) }
    let failures = compatibility.failures(sequences: 100)
    print(failures)
}

private func MyEventStore(named name: String, settings: StoreSettings) throws -> any EventStore {
    InMemoryEventStore(settings: settings)
}
