import EventCatalog
import EventIntake
import EventPlatform
import EventPlatformTesting
import EventSchema
import EventStreams
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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

private func failingOnPurpose() throws {
    let fault = try Fault("status=503,stream=app.search,requests=3,retry-after=2")
    var configuration = IntakeConfiguration()
    configuration.faults = [try Fault("reset=after,stream=app.search,requests=1")]
    configuration.faults.append(fault)
}

private func checkingSink(path: String) async throws {
    let check = EventSinkCheck(
        opening: { try NDJSONSink(path: path) },
        reading: { try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init) })
    for finding in try await check.findings() { print(finding) }
}

private func embedding(_ configuration: IntakeConfiguration) async throws {
    try await withIntake(configuration) { intake in
        // POST to intake.url …
        print(try intake.store.count(stream: "app.search"))
    }
}

private func asking(_ intake: RunningIntake) async throws {
    var question = EventQuestion(stream: "app.interactions")
    question.test = "checkout"
    let page = try await intake.store.events(question, waitingAtMost: .seconds(10))
    print(page.events)
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
    try await withIntake(.init(streams: "Streams", schemas: ["Schemas"])) { intake in
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

private func watchingConfigurations(client: EventPlatformClient) async {
    for await change in client.configurationChanges {
        print("new streams: \(change.differences.added)")
    }
}

private func explaining(client: EventPlatformClient) async {
    print(await client.explain(stream: "app.toolbar"))
}

private func takingPartInAnExperiment(client: EventPlatformClient) {
    if client.enrollment(in: "larger-search-field")?.group == "treatment" {
        client.submitInteraction(stream: "app.search", action: "show_larger")
    }
}

private func beginningOffline(platform: URL, events: URL) -> EventPlatformClient {
    var configuration = EventPlatformClient.Configuration(server: platform, store: .file(events))
    configuration.configurationCache = .lastKnown
    configuration.refresh = .every(.seconds(3600))
    return EventPlatformClient(configuration)
}

private func networkSettings() -> NetworkConfiguration {
    var network = NetworkConfiguration(endpoint: "intake.example.org", method: .post)
    network.headers["X-Client"] = "my-app"
    network.timeout = .seconds(10)
    return network
}

private func emitterSettings() -> EmitterConfiguration {
    var emitter = EmitterConfiguration(.snowplow)
    emitter.bufferOption = .largeGroup
    emitter.retry.customRetryForStatusCodes = [403: true, 500: false]
    return emitter
}

func sendingLess(_ configuration: inout EventPlatformClient.Configuration) {
    configuration.dispatchProfiles[.lowPower] = .paused
    configuration.dispatchProfiles[.expensive] = .atMostEvery(.seconds(600))
}

func powerChanged(isLow: Bool, client: EventPlatformClient) async {
    await client.set(conditions: isLow ? [.lowPower] : [])
}

func everyTwoMinutes(_ configuration: inout EventPlatformClient.Configuration) {
    configuration.dispatchMode = .periodic(.seconds(120))
}

func atOnce(_ client: EventPlatformClient) {
    client.set(dispatchMode: .immediate)
}

func besideARequest(_ client: EventPlatformClient) async {
    client.set(dispatchMode: .manual)
    let report = await client.dispatch()
    print("\(report.delivered) delivered, \(report.pending) wait")
}

func behindOwnTraffic(_ client: EventPlatformClient) {
    client.set(dispatchMode: .piggyback(idle: .milliseconds(4500), min: .seconds(20), max: .seconds(180)))
}

func loadArticle(_ url: URL, client: EventPlatformClient) async throws -> Data {
    let (data, _) = try await URLSession.shared.data(from: url)
    client.noteNetworkActivity()
    return data
}

func asSnowplowDoes(_ configuration: inout EventPlatformClient.Configuration) {
    configuration.emitter = EmitterConfiguration(.snowplow)
    configuration.dispatchMode = .immediate
}

private func readingTheLedger(client: EventPlatformClient) -> Int {
    let delivered = client.ledger["app.toolbar"].delivered
    return delivered
}

private func submittingFields(client: EventPlatformClient, title: String, duration: Int) {
    client.submitInteraction(
        stream: "app.reading", schema: "/analytics/my_team/reading/1.0.0", action: "close",
        interactionData: .init(fields: ["article": title, "milliseconds": duration]))
}
