import EventPlatform
import Foundation

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

func asSnowplowDoes(_ configuration: inout EventPlatformClient.Configuration) {
    configuration.emitter = EmitterConfiguration(.snowplow)
    configuration.dispatchMode = .immediate
}
