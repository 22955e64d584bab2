import EventPlatform
import EventSchema
import Foundation

private typealias Configuration = EventPlatformClient.Configuration

private func anOverview(platform: URL, events: URL) -> EventPlatformClient {
    var configuration = EventPlatformClient.Configuration(server: platform, store: .file(events))
    configuration.dispatchMode = .periodic(.seconds(120))
    configuration.consent = .pending
    configuration.network.timeout = .seconds(10)
    configuration.store.maximumAge = .seconds(7 * 86_400)
    let client = EventPlatformClient(configuration).start()
    return client
}

private func fromParts(streams: URL, schemas: URL) -> EventPlatformClient {
    var configuration = EventPlatformClient.Configuration(
        streamConfigurations: .url(streams), network: NetworkConfiguration(destinations: .production))
    configuration.validation.sources = [.repository(schemas)]
    return EventPlatformClient(configuration)
}

// MARK: - Stream configurations and experiments

private func beginningOffline(platform: URL, events: URL) -> EventPlatformClient {
    var configuration = EventPlatformClient.Configuration(server: platform, store: .file(events))
    configuration.configurationCache = .lastKnown
    configuration.refresh = .every(.seconds(3600))
    return EventPlatformClient(configuration)
}

private func streamsFromAFile(_ configuration: inout Configuration, folder: URL) {
    configuration.streamConfigurations = .file(folder.appendingPathComponent("streams.json"))
}

private func streamsInCode(_ configuration: inout Configuration) {
    configuration.streamConfigurations = .streams([
        "app.toolbar": ["schema_title": "analytics/product_metrics/app/base"]
    ])
}

private func streamsOfTheApp(_ configuration: inout Configuration, folder: URL) {
    configuration.configurationCache = .bundled(folder.appendingPathComponent("streams.json"))
}

private func fetching(_ configuration: inout Configuration) {
    configuration.experimentServiceURL = URL(string: "https://experiments.example.org")
    configuration.firstRetryDelay = .seconds(5)
}

// MARK: - The client

private func theClientItself(_ configuration: inout Configuration, isBackgroundLaunch: Bool) {
    configuration.sessionTimeout = .seconds(15 * 60)
    configuration.wasLaunchedInBackground = isBackgroundLaunch
    configuration.inputBufferCapacity = 500
}

// MARK: - The store

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

private func whereEventsWait(_ configuration: inout Configuration) {
    configuration.store.location = .applicationState(namespace: "analytics")
    configuration.store.priorities = ["app.errors": .immediate]
    configuration.store.maximumAge = .seconds(7 * 86_400)
    configuration.store.settings.maximumEvents = 10_000
    configuration.store.settings.durability = .power
}

private func inMemory(_ configuration: inout Configuration) {
    configuration.store.location = .inMemory
}

private func inAnExtension(_ configuration: inout Configuration, groupContainer: URL) {
    configuration.store.location = .file(groupContainer.appendingPathComponent("events.sqlite"))
    configuration.store.isEnqueueOnly = true
}

private func transactions(_ configuration: inout Configuration) {
    configuration.store.eventsPerTransaction = 256
    configuration.store.commitDelay = .milliseconds(20)
    configuration.store.sendsSequenceNumbers = true
    configuration.store.keepsDeliveredIDs = true
}

// MARK: - Validation

private func validation(_ configuration: inout Configuration, schemas: URL, folder: URL) {
    configuration.validation.mode = .warn
    configuration.validation.sources = [.repository(schemas)]
    configuration.validation.sources = [.directory(folder), .repository(schemas)]
    configuration.validation.schemaTimeout = .seconds(60)
}

// MARK: - The network

private func networkSettings() -> NetworkConfiguration {
    var network = NetworkConfiguration(endpoint: "intake.example.org", method: .post)
    network.headers["X-Client"] = "my-app"
    network.timeout = .seconds(10)
    network.reportsLedger = true
    return network
}

private func theNetworkOfAClient(_ configuration: inout Configuration) {
    configuration.network = NetworkConfiguration(endpoint: "intake.example.org")
    configuration.network.timeout = .seconds(10)
}

private func endpoints() -> [NetworkConfiguration] {
    let plain = NetworkConfiguration(endpoint: "intake.example.org")
    let local = NetworkConfiguration(endpoint: "http://127.0.0.1:8192")
    let other = NetworkConfiguration(endpoint: "intake.example.org", method: .get, path: "/v2/events")
    return [plain, local, other]
}

private func production() -> NetworkConfiguration {
    let network = NetworkConfiguration(destinations: .production)
    return network
}

private func oneIntake(_ intake: URL) -> NetworkConfiguration {
    let network = NetworkConfiguration(destinations: .everything(to: intake))
    return network
}

private func severalIntakes(_ intake: URL, _ logs: URL) -> Destinations {
    let destinations = Destinations(services: [
        Destinations.analytics: intake, "eventgate-logging-external": logs,
    ])
    return destinations
}

private func requests(_ network: inout NetworkConfiguration, token: String) {
    network.destinations.services["eventgate-logging-external"] = URL(string: "https://logs.example.org/v1/events")
    network.method = .get
    network.connection = ProxyConnection(host: "proxy.example.org")
    network.headers["Authorization"] = "Bearer \(token)"
    network.headers[NetworkConfiguration.testHeaderName] = "checkout"
    network.gzipThreshold = nil
    network.reachability = nil
}

/// Stands for a transport of an app's own.
private struct ProxyConnection: NetworkConnection {
    let host: String
    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        throw NetworkError(.unreachable, "no proxy at \(host)")
    }
}

// MARK: - The emitter

private func emitterSettings() -> EmitterConfiguration {
    var emitter = EmitterConfiguration(.snowplow)
    emitter.bufferOption = .largeGroup
    emitter.retryPolicy.customRetryForStatusCodes = [403: true, 500: false]
    return emitter
}

private func theEmitterOfAClient(_ configuration: inout Configuration) {
    configuration.emitter.bufferOption = .largeGroup
    configuration.emitter.retryPolicy.maximumAttempts = 3
}

private func limits(_ emitter: inout EmitterConfiguration) {
    emitter.bufferOption = .largeGroup
    emitter.bufferOption = 50
    emitter.emitRange = 500
    emitter.maximumConcurrentRequests = 4
    emitter.byteLimitGet = 8_000
    emitter.byteLimitPost = 52_000
    emitter.emptyReads = EmitterConfiguration.EmptyReads()
}

private func retries(_ configuration: inout Configuration) {
    configuration.emitter.retryPolicy.customRetryForStatusCodes = [403: true, 500: false]
    configuration.emitter.retryPolicy.maximumAttempts = 3
    configuration.emitter.retryPolicy.finalStatusCodes = [401, 403, 410]
}

func asSnowplowDoes(_ configuration: inout EventPlatformClient.Configuration) {
    configuration.emitter = EmitterConfiguration(.snowplow)
    configuration.dispatchMode = .immediate
}

func sendingLess(_ configuration: inout EventPlatformClient.Configuration) {
    configuration.dispatchProfiles[.lowPower] = .paused
    configuration.dispatchProfiles[.expensive] = .atMostEvery(.seconds(600))
}
