import EventSupport
import Foundation

/// A server on a free loopback port whose responses a test gives byte for byte.
final class LoopbackServer: Sendable {
    struct Request: Sendable {
        /// Which connection it came on, and which of its requests it is, both counted from 0.
        let connection: Int
        let number: Int
        /// The request line and the header fields in lower case.
        let head: String
    }

    /// How the server responds to a request.
    enum Reaction: Sendable {
        /// These bytes; the connection stays.
        case response(Data)
        /// These bytes; then the connection ends.
        case last(Data)
        /// Nothing, until the client closes the connection.
        case silence
    }

    /// What happened, in order.
    enum Event: Sendable, Equatable {
        case request
        /// The client ended a connection.
        case clientClosed
    }

    let port: Int
    let events: AsyncStream<Event>
    private let listener: Int32
    private let happened: AsyncStream<Event>.Continuation
    private let seen = Locked([Request]())

    /// Starts a server; the greeting is sent when a connection begins.
    init(greeting: Data = Data(), _ react: @escaping @Sendable (Request) -> Reaction) throws {
        (events, happened) = AsyncStream.makeStream(of: Event.self)
        (listener, port) = try Self.listen()
        Thread.detachNewThread { [listener, seen, happened] in
            var count = 0
            while case let socket = accept(listener, nil, nil), socket >= 0 {
                let connection = Connection(socket: socket, number: count, seen: seen, happened: happened, react: react)
                Thread.detachNewThread { connection.serve(greeting) }
                count += 1
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    func url(_ path: String = "/", scheme: String = "http") -> URL {
        URL(string: "\(scheme)://127.0.0.1:\(port)\(path)") ?? URL(filePath: path)
    }

    var requests: [Request] { seen.withLock { $0 } }

    /// Waits until the event has happened `count` more times.
    func wait(for event: Event, count: Int = 1) async {
        var left = count
        for await happened in events where happened == event {
            left -= 1
            if left == 0 { return }
        }
    }

    /// The bytes of a response.
    static func bytes(_ status: Int, _ headers: [String: String] = [:], body: [UInt8] = []) -> Data {
        let fields = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        return Data("HTTP/1.1 \(status) X\r\nContent-Length: \(body.count)\r\n\(fields)\r\n".utf8) + Data(body)
    }

    /// The bytes of a response without a content length, which ends with its connection.
    static func bytesOfUnknownCount(body: [UInt8]) -> Data { Data("HTTP/1.1 200 X\r\n\r\n".utf8) + Data(body) }

    private static func listen() throws -> (socket: Int32, port: Int) {
        #if canImport(Darwin)
            let listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let length = size
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && Foundation.listen(listener, 256) == 0
                    && getsockname(listener, pointer, &size) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRINUSE) }
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }
}

/// One connection, served by a thread of its own.
private struct Connection: Sendable {
    let socket: Int32
    let number: Int
    let seen: Locked<[LoopbackServer.Request]>
    let happened: AsyncStream<LoopbackServer.Event>.Continuation
    let react: @Sendable (LoopbackServer.Request) -> LoopbackServer.Reaction

    func serve(_ greeting: Data) {
        defer { close(socket) }
        write(greeting)
        var count = 0
        while let head = readRequest() {
            let request = LoopbackServer.Request(connection: number, number: count, head: head)
            count += 1
            seen.withLock { $0.append(request) }
            happened.yield(.request)
            switch react(request) {
            case .response(let bytes): write(bytes)
            case .last(let bytes):
                write(bytes)
                shutdown(socket, Int32(SHUT_WR))
                return waitForEnd()
            case .silence: return waitForEnd()
            }
        }
        happened.yield(.clientClosed)
    }

    private func waitForEnd() {
        while readByte() != nil {}
        happened.yield(.clientClosed)
    }

    /// The head of the next request, whose body is skipped; `nil` when the client has closed the connection.
    private func readRequest() -> String? {
        var head: [UInt8] = []
        while head.suffix(4) != Array("\r\n\r\n".utf8)[...] {
            guard let byte = readByte() else { return nil }
            head.append(byte)
        }
        let text = String(decoding: head, as: UTF8.self).lowercased()
        let length = text.firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
        for _ in 0..<length where readByte() == nil { return nil }
        return text
    }

    private func readByte() -> UInt8? {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, 0) == 1 ? byte : nil
    }

    private func write(_ data: Data) {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)  // a client may close the connection early
        #endif
        data.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = send(socket, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, flags)
                guard count > 0 else { return }
                sent += count
            }
        }
    }
}
