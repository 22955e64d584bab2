/// The transport of a client, whose requests do not count as traffic of the app: Apigee's secondary traffic.
///
/// A custom transport may send requests and read bodies through the same code that marks the app's requests.
struct SecondaryConnection: NetworkConnection {
    private let transport: any NetworkConnection

    init(_ transport: any NetworkConnection) { self.transport = transport }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        var response = try await PrimaryTraffic.$isOfClient.withValue(true) { try await transport.send(request) }
        response.body = .init { [body = response.body] limit in
            try await PrimaryTraffic.$isOfClient.withValue(true) { try await body.collect(upTo: limit) }
        }
        return response
    }
}
