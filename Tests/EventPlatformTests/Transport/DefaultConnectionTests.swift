import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// The default transport with a loopback server that responds well or badly.
///
/// The transport has no timeout, so a request that hangs fails its test by the time limit of the suite.
@Suite(.waitLimit) struct DefaultConnectionTests {
    private let connection = DefaultConnection.make()

    private func get(_ url: URL, limit: Int = 1 << 20) -> NetworkRequest {
        NetworkRequest(method: .get, url: url, maximumResponseBytes: limit)
    }

    private func post(_ url: URL) -> NetworkRequest {
        NetworkRequest(method: .post, url: url, body: Array("[{}]".utf8))
    }

    private func code(of request: NetworkRequest) async throws -> NetworkError.Code? {
        do {
            let response = try await connection.response(to: request)
            Issue.record("responded with \(response.status)")
            return nil
        } catch let error as NetworkError {
            return error.code
        }
    }

    // MARK: - Connections

    @Test func `successive requests for documents use one connection`() async throws {
        let server = try LoopbackServer { _ in .response(LoopbackServer.bytes(200)) }
        for _ in 0..<20 { #expect(try await connection.response(to: get(server.url())).status == 200) }
        #expect(Set(server.requests.map(\.connection)) == [0])
    }

    @Test func `a connection closed by the server after a response does not delay the next request`() async throws {
        let server = try LoopbackServer { _ in .last(LoopbackServer.bytes(201)) }
        // A request may be sent just as the connection closes, and is made again.
        for _ in 0..<20 { #expect(try await connection.response(to: post(server.url())).status == 201) }
        #expect(server.requests.count == 20)
    }

    /// Fails when the request counts as failed, or is made again on another connection that was used.
    @Test func `the request of a used connection that ends without a response is made again`() async throws {
        let server = try LoopbackServer { $0.number == 0 ? .response(LoopbackServer.bytes(201)) : .last(Data()) }
        let used = (0..<4).map { _ in
            Task { [connection] in try await connection.response(to: post(server.url())).status }
        }
        for task in used { #expect(try await task.value == 201) }
        for _ in 0..<10 { #expect(try await connection.response(to: post(server.url())).status == 201) }
        #expect(server.requests.filter { $0.number == 0 }.count == 14)
    }

    @Test func `the request of a new connection that ends without a response is not made again`() async throws {
        let server = try LoopbackServer { $0.connection == 0 ? .response(LoopbackServer.bytes(201)) : .last(Data()) }
        #expect(try await connection.response(to: post(server.url())).status == 201)
        let second = try LoopbackServer { _ in .last(Data()) }
        let code = try await code(of: post(second.url()))
        #expect(code == .reset || code == .incomplete, "URLSession has one code for both")
        #expect(second.requests.count == 1)
    }

    /// Fails when the second end counts as a fault of the events: the batch would be halved, and sent without a back-off.
    @Test func `a request for which two connections end without a response is unreachable`() async throws {
        let server = try LoopbackServer {
            $0.connection == 0 && $0.number == 0 ? .response(LoopbackServer.bytes(201)) : .last(Data())
        }
        #expect(try await connection.response(to: post(server.url())).status == 201)
        let code = try await code(of: post(server.url()))
        #expect(code == .unreachable || "\(type(of: connection))".contains("URLSession"), "\(String(describing: code))")
        #expect(server.requests.count <= 3)
    }

    /// Fails when async-http-client gets them: it ends the process.
    @Test(arguments: ["000", "001", "042", "099"], ["1.0", "1.1"])
    func `a status below 100 is an incomplete response`(status: String, version: String) async throws {
        let server = try LoopbackServer { request in
            if request.connection > 0 { return .response(LoopbackServer.bytes(201)) }
            return .response(Data("HTTP/\(version) \(status) X\r\nContent-Length: 2\r\n\r\n{}".utf8))
        }
        #expect(try await code(of: post(server.url())) == .incomplete)
        #expect(try await connection.response(to: post(server.url())).status == 201)
    }

    @Test(arguments: [0, 65_536, 99_999_999])
    func `a port that does not exist is unreachable`(port: Int) async throws {
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
        #expect(try await code(of: get(url)) == .unreachable)
        #expect(try await code(of: post(url)) == .unreachable)
    }

    /// Fails when SwiftNIO sees them: it would end the process.
    @Test(arguments: ["http://%5B/", "http://%5D/a", "http://%5B%5D/"])
    func `a host without a name is unreachable`(text: String) async throws {
        let url = try #require(URL(string: text))
        #expect(try await code(of: get(url)) == .unreachable)
    }

    @Test(arguments: ["é", "a b", "", "a:", "名"])
    func `a text that is no name of a header field is refused`(name: String) async throws {
        let server = try LoopbackServer { _ in .response(LoopbackServer.bytes(200)) }
        var request = get(server.url())
        request.headers = [name: "x"]
        #expect(try await code(of: request) == .unreachable)
        request.headers = ["X-Name_1.~!": "x"]
        #expect(try await connection.response(to: request).status == 200)
    }

    @Test func `a response whose connection closes early is incomplete`() async throws {
        let whole = LoopbackServer.bytes(200, body: Array(repeating: 7, count: 1000))
        let server = try LoopbackServer { _ in .last(whole.dropLast(10)) }
        #expect(try await code(of: get(server.url())) == .incomplete)
    }

    @Test func `a response that is not HTTP is incomplete`() async throws {
        let server = try LoopbackServer { _ in .last(Data("220 mail.example ESMTP\r\n\r\n".utf8)) }
        #expect(try await code(of: get(server.url())) == .incomplete)
    }

    @Test func `a port without a listener is unreachable`() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1/"))
        #expect(try await code(of: get(url)) == .unreachable)
    }

    @Test func `an https request to a server without TLS is insecure`() async throws {
        let server = try LoopbackServer(greeting: Data("220 mail.example ESMTP\r\n".utf8)) { _ in .silence }
        #expect(try await code(of: get(server.url(scheme: "https"))) == .insecure)
    }

    @Test func `requests without a response delay no other request to the same host`() async throws {
        let server = try LoopbackServer {
            $0.head.contains("/silent") ? .silence : .response(LoopbackServer.bytes(201))
        }
        let silent = (0..<64).map { _ in
            Task { [connection] in try await connection.response(to: post(server.url("/silent"))) }
        }
        await server.wait(for: .request, count: silent.count)
        #expect(try await connection.response(to: post(server.url())).status == 201)
        for task in silent { task.cancel() }
        for task in silent { await #expect(throws: CancellationError.self) { try await task.value } }
    }

    @Test func `a cancelled request throws at once and closes its connection`() async throws {
        let server = try LoopbackServer { _ in .silence }
        let task = Task { try await connection.response(to: post(server.url())) }
        await server.wait(for: .request)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await server.wait(for: .clientClosed)
    }

    // MARK: - Bodies

    /// Sends the head of a response and a part of its body, and nothing more.
    private static func brokenOff(_ status: Int) throws -> LoopbackServer {
        try LoopbackServer { _ in
            .response(Data("HTTP/1.1 \(status) X\r\nX-A: 1\r\nContent-Length: 100\r\n\r\na part".utf8))
        }
    }

    @Test(arguments: [201, 500]) func `the head is returned before the body has arrived`(status: Int) async throws {
        let server = try Self.brokenOff(status)
        for request in [get(server.url()), post(server.url())] {
            let response = try await connection.send(request)
            #expect(response.status == status && response.headers["x-a"] == "1")
        }
    }

    @Test func `a body that is released unread closes its connection`() async throws {
        let server = try Self.brokenOff(201)
        #expect(try await connection.send(post(server.url())).status == 201)
        await server.wait(for: .clientClosed)
    }

    @Test func `a body that is cancelled throws, and closes its connection`() async throws {
        let server = try Self.brokenOff(201)
        let response = try await connection.send(post(server.url()))
        let task = Task { try await response.body.collect(upTo: 1000) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await server.wait(for: .clientClosed)
    }

    @Test func `a body is read to its end after its transport was deallocated`() async throws {
        let bytes = [UInt8](repeating: 7, count: 1 << 20)
        let server = try LoopbackServer { _ in .response(LoopbackServer.bytes(200, body: bytes)) }
        var shortLived: (any NetworkConnection)? = DefaultConnection.make()
        let response = try #require(try await shortLived?.send(post(server.url())))
        shortLived = nil
        #expect(try await response.body.collect(upTo: 1 << 20) == bytes)
    }

    @Test func `connections close when the transport is deallocated`() async throws {
        let server = try LoopbackServer { _ in .response(LoopbackServer.bytes(201)) }
        var shortLived: (any NetworkConnection)? = DefaultConnection.make()
        #expect(try await shortLived?.response(to: post(server.url())).status == 201)
        shortLived = nil
        await server.wait(for: .clientClosed)
    }

    // MARK: - Responses

    @Test(arguments: [301, 302, 307, 401, 404, 503])
    func `a response of any status is returned, and redirects are not followed`(status: Int) async throws {
        let elsewhere = try LoopbackServer { _ in .response(LoopbackServer.bytes(200)) }
        let server = try LoopbackServer { _ in
            .response(
                LoopbackServer.bytes(
                    status,
                    ["Location": elsewhere.url().absoluteString, "WWW-Authenticate": #"Basic realm="x""#, "X-A": "1"],
                    body: Array("why".utf8)))
        }
        for request in [get(server.url()), post(server.url())] {
            let response = try await connection.response(to: request)
            #expect(response.status == status && response.body == Array("why".utf8) && response.headers["x-a"] == "1")
        }
        #expect(elsewhere.requests.isEmpty)
    }

    @Test func `a response is decoded, whether or not it was to be encoded`() async throws {
        let text = Array(String(repeating: "streams ", count: 1000).utf8)
        let packed = try #require(Deflation.compressed(text, .gzip))
        let server = try LoopbackServer { _ in
            .response(LoopbackServer.bytes(200, ["Content-Encoding": "gzip"], body: packed))
        }
        #expect(try await connection.response(to: get(server.url())).body == text)
        #expect(try await connection.response(to: post(server.url())).body == text)
        #expect(server.requests.first?.head.contains(/accept-encoding: [^\r]*gzip/) == true)
    }

    @Test func `a response that is larger than the limit once decoded is too large`() async throws {
        let bomb = try #require(Deflation.compressed([UInt8](repeating: 0, count: 8 << 20), .gzip))
        let server = try LoopbackServer { request in
            if request.head.contains("/bomb") {
                return .response(LoopbackServer.bytes(200, ["Content-Encoding": "gzip"], body: bomb))
            }
            let bytes = [UInt8](repeating: 1, count: 100_001)
            if request.head.contains("/unknown") { return .last(LoopbackServer.bytesOfUnknownCount(body: bytes)) }
            return .response(LoopbackServer.bytes(200, body: bytes))
        }
        for path in ["/bomb", "/plain", "/unknown"] {
            #expect(try await code(of: get(server.url(path), limit: 100_000)) == .tooLarge, "\(path)")
        }
        for path in ["/plain", "/unknown"] {
            #expect(try await connection.response(to: get(server.url(path), limit: 100_001)).body.count == 100_001)
        }
    }

    @Test func `header fields of the request replace the transport's own`() async throws {
        let server = try LoopbackServer { _ in .response(LoopbackServer.bytes(200)) }
        var request = get(server.url())
        request.headers = ["User-Agent": "my-app/1", "Accept-Encoding": "identity"]
        _ = try await connection.response(to: request)
        let head = try #require(server.requests.first?.head)
        #expect(head.contains("user-agent: my-app/1\r\n") && head.contains("accept-encoding: identity\r\n"))
        #expect(!head.contains("swift-event-platform") && !head.contains("gzip"))
    }
}

extension NetworkConnection {
    /// Performs a request, and reads the body.
    fileprivate func response(to request: NetworkRequest) async throws -> CompleteResponse {
        let response = try await send(request)
        let body = try await response.body.collect(upTo: request.maximumResponseBytes)
        return CompleteResponse(response, body: body)
    }
}

#if ASYNC_HTTP_CLIENT
    /// What holds for async-http-client alone.
    extension DefaultConnectionTests {
        @Test func `successive requests use one connection`() async throws {
            let server = try LoopbackServer { .response(LoopbackServer.bytes($0.head.hasPrefix("post") ? 201 : 200)) }
            for _ in 0..<20 {
                #expect(try await connection.response(to: post(server.url())).status == 201)
                #expect(try await connection.response(to: get(server.url())).status == 200)
            }
            #expect(Set(server.requests.map(\.connection)) == [0])
        }

        @Test func `the request of a used connection that ends within a response is not made again`() async throws {
            let server = try LoopbackServer {
                $0.number == 0
                    ? .response(LoopbackServer.bytes(201)) : .last(LoopbackServer.bytes(201).prefix(20))
            }
            #expect(try await connection.response(to: post(server.url())).status == 201)
            #expect(try await code(of: post(server.url())) == .incomplete)
            #expect(server.requests.count == 2)
        }

        @Test func `a response whose connection closes within its head is incomplete or a reset`() async throws {
            let server = try LoopbackServer { _ in .last(LoopbackServer.bytes(200).prefix(20)) }
            let code = try await code(of: get(server.url()))
            #expect(code == .incomplete || code == .reset)
        }

        @Test func `a GET accepts gzip, and a POST does not`() async throws {
            let server = try LoopbackServer { _ in .response(LoopbackServer.bytes(200)) }
            _ = try await connection.response(to: get(server.url()))
            _ = try await connection.response(to: post(server.url()))
            #expect(server.requests.first?.head.contains("accept-encoding: gzip\r") == true)
            #expect(server.requests.last?.head.contains("accept-encoding") == false)
        }

        @Test func `a response that is larger than the limit as received is too large`() async throws {
            let server = try LoopbackServer { _ in
                .response(
                    LoopbackServer.bytes(
                        200, ["Content-Encoding": "gzip"], body: [UInt8](repeating: 1, count: 100_001)))
            }
            #expect(try await code(of: get(server.url(), limit: 100_000)) == .tooLarge)
        }
    }
#endif
