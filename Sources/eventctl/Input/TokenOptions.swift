import ArgumentParser
import EventPlatform
import Foundation

/// The option `--token` of every command that sends requests to `eventctl serve`.
struct TokenOptions: ParsableArguments {
    @Option(help: "The token that `eventctl serve` requires.")
    var token: String?

    func validate() throws {
        if let token { try Self.check(token) }
    }

    /// Whether a token is valid in a header.
    static func isValid(_ token: String) -> Bool {
        !token.isEmpty && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Refuses a token that is not.
    static func check(_ token: String) throws {
        if !isValid(token) {
            throw ValidationError("--token must have printable ASCII characters without spaces")
        }
    }

    /// A transport that sends the token to the server of these URLs, and to no other.
    func connection(to urls: [URL]) -> any NetworkConnection {
        let connection = DefaultConnection.make()
        return token.map { TokenConnection(connection, token: $0, servers: urls) } ?? connection
    }
}

/// A transport that adds a token to requests to some servers.
private struct TokenConnection: NetworkConnection {
    private struct Server: Hashable {
        let scheme: String?
        let host: String?
        let port: Int?

        init(_ url: URL) { (scheme, host, port) = (url.scheme?.lowercased(), url.host?.lowercased(), url.port) }
    }

    private let connection: any NetworkConnection
    private let token: String
    private let servers: Set<Server>

    init(_ connection: any NetworkConnection, token: String, servers: [URL]) {
        (self.connection, self.token) = (connection, token)
        self.servers = Set(servers.map(Server.init))
    }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        var request = request
        if servers.contains(Server(request.url)) { request.headers["Authorization"] = "Bearer \(token)" }
        return try await connection.send(request)
    }
}
