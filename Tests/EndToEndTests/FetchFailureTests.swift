import EventPlatform
import EventSchema
import Foundation
import TestSupport
import Testing

/// Stream configurations fetched over HTTP by the default transport, from servers that fail in different ways.
@Suite(.waitLimit) struct FetchFailureTests {
    /// `{"streams":{"a":{"schema_title":"t"}}}` as gzip.
    static let gzip =
        Data(
            base64Encoded: "H4sIAAAAAAACA6tWKi4pSk3MLVayqlZKBBHFyRmpuYnxJZklOalKVkolSrW1tQBF4+HAJgAAAA==") ?? Data()

    static func http(_ head: String, _ body: Data, length: Int? = nil) -> Data {
        Data("HTTP/1.1 \(head)\r\nContent-Length: \(length ?? body.count)\r\nConnection: close\r\n\r\n".utf8) + body
    }

    static func response(to path: String) -> Data? {
        let json = Data(#"{"streams":{"a":{"schema_title":"t"}}}"#.utf8)
        switch path {
        case "/whole": return http("200 OK", json)
        case "/cut-gzip": return http("200 OK\r\nContent-Encoding: gzip", gzip.prefix(30), length: gzip.count)
        case "/short-gzip": return http("200 OK\r\nContent-Encoding: gzip", gzip.prefix(30))
        case "/cut": return http("200 OK", json.prefix(20), length: json.count)
        case "/portal": return http("200 OK\r\nContent-Type: text/html", Data("<html>log in</html>".utf8))
        case "/moved": return http("302 Found\r\nLocation: http://127.0.0.1:1/", Data())
        case "/large": return http("200 OK", Data(repeating: 0x20, count: 30 << 20))
        case "/error": return http("200 OK", Data(#"{"error":{"code":"badvalue","info":"no"}}"#.utf8))
        case "/silent": return nil
        default: return Data()
        }
    }

    @Test(
        arguments: [
            ("whole", nil), ("cut-gzip", "incomplete"), ("short-gzip", "incomplete"), ("cut", "incomplete"),
            ("portal", "webPage"), ("moved", "redirected"), ("large", "tooLarge"), ("error", "refused"),
            ("silent", "timedOut"), ("nothing", "incomplete"),
        ] as [(String, String?)])
    func `each failure of a fetch over HTTP is reported by its name`(path: String, name: String?) async throws {
        let server = try RawServer(Self.response(to:))
        defer { server.stop() }
        let url = try #require(URL(string: "\(server.url)/\(path)"))
        var configuration = EventPlatformClient.Configuration(
            streamConfigurations: .url(url), network: .init(destinations: .everything(to: url)), store: .inMemory)
        if path == "silent" { configuration.network.timeout = .milliseconds(200) }
        let client = EventPlatformClient(configuration)
        await client.loadConfigurations()
        let messages = client.diagnostics.filter { $0.kind == .configurationUnavailable }.map(\.message)
        #expect(client.hasConfigurations == (name == nil))
        #expect(messages.count == (name == nil ? 0 : 1))
        if let name { #expect(messages.first?.contains(" \(name): ") == true, "\(messages)") }
        _ = await client.shutdown(deadline: .zero)
    }
}
