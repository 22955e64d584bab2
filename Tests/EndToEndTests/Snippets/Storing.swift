import EventPlatform
import Foundation

// Snippets about the store, the schemas and a transport of one's own.

private func limiting(_ configuration: inout EventPlatformClient.Configuration) {
    configuration.store.settings.maximumEvents = 10_000
    configuration.store.settings.maximumBytes = 16 << 20
    configuration.store.settings.durability = .power
}

private protocol Vault: Sendable {
    func seal(_ bytes: [UInt8]) throws -> [UInt8]
    func open(_ bytes: [UInt8]) throws -> [UInt8]
}

private func sealing(_ configuration: inout EventPlatformClient.Configuration, vault: any Vault) {
    configuration.store.settings.cipher = EventCipher(
        seal: { bytes in try vault.seal(bytes) },  // such as CryptoKit's ChaChaPoly, with a key from the keychain
        open: { bytes in try vault.open(bytes) })
}

private func refusingContent(_ transaction: StoreTransaction) throws {
    guard transaction.added.allSatisfy({ $0.body.count <= 1 << 20 }) else {
        throw StoreError(.unwritable, "an event exceeds the 1 MiB of a record")
    }
}

private func findingSchemas(
    _ configuration: inout EventPlatformClient.Configuration, bundledSchemas: URL, server: URL
) {
    configuration.validation.sources = [.directory(bundledSchemas), .repository(server)]
}

protocol Relay: Sendable {
    func perform(_ request: NetworkRequest) async throws -> (status: Int, headers: [String: String], body: [UInt8])
}

private struct RelayResponse {
    let status: Int
    let headers: [String: String]
    let chunks: AsyncStream<[UInt8]>
}

private func streaming(_ response: RelayResponse) -> NetworkResponse {
    return NetworkResponse(status: response.status, headers: response.headers, body: .stream(response.chunks))
}

private struct RelayUnreachable: Error {}

struct RelayConnection: NetworkConnection {
    let relay: any Relay

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        do {
            let response = try await relay.perform(request)
            return NetworkResponse(status: response.status, headers: response.headers, body: response.body)
        } catch is RelayUnreachable {
            throw NetworkError(.unreachable, "the relay cannot be reached")
        }
    }
}
