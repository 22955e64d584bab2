/// The transport of a client, whose requests do not count as traffic of the app: Apigee's secondary traffic.
///
/// A transport of the app's own may send them through the same code that marks the app's requests.
struct SecondaryConnection: NetworkConnection {
    private let transport: any NetworkConnection

    init(_ transport: any NetworkConnection) { self.transport = transport }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        try await PrimaryTraffic.$isOfClient.withValue(true) { try await transport.send(request) }
    }
}
