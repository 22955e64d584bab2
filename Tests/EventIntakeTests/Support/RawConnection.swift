import Foundation
import Testing

/// A TCP connection without any HTTP library, for what such a library would hide.
final class RawConnection: Sendable {
    struct Response: Sendable {
        let bytes: [UInt8]
        /// Whether the peer ended the connection by a reset.
        let wasReset: Bool

        var text: String { String(decoding: bytes, as: UTF8.self) }

        /// The status of the first response; 0 without one.
        var status: Int { Int(text.dropFirst("HTTP/1.1 ".count).prefix(3)) ?? 0 }

        var body: [UInt8] {
            let end = Array("\r\n\r\n".utf8)
            guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { return [] }
            return Array(bytes[(place + end.count)...])
        }

        /// What `Content-Length` says; 0 without one.
        var promised: Int {
            let line = text.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            return line.flatMap { Int($0.split(separator: ":")[1].drop { $0 == " " }) } ?? 0
        }
    }

    private let descriptor: Int32

    /// Connects to the port of a URL on this machine. `receiveBuffer` is the size in bytes of the socket's receive
    /// buffer; `nil` for the system's default.
    init(to url: URL, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(url.port ?? 0).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(connected == 0)
    }

    deinit { close(descriptor) }

    /// Ends each read after that time without a byte, as if the peer had ended the connection: where a failure shows in
    /// that there is no response, the test then ends.
    func readsAtMost(seconds: Int) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    func exchange(post body: String) async throws -> Response {
        let type = "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)"
        return try await exchange("POST /v1/events HTTP/1.1\r\nHost: x\r\n\(type)\r\nConnection: close\r\n\r\n\(body)")
    }

    func exchange(get path: String) async throws -> Response {
        try await exchange("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    }

    /// Sends a text as it is and reads until the peer ends the connection.
    func exchange(_ text: String) async throws -> Response {
        send(text)
        return await rest()
    }

    /// The same, on the calling thread.
    func blockingExchange(_ text: String) -> Response {
        send(text)
        return readAll()
    }

    /// Sends a text as it is; `false` when the peer has gone.
    @discardableResult
    func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Sends all of a text, however long the peer takes, on a thread of its own; `false` when the peer has gone.
    func write(_ text: String) async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var rest = Array(text.utf8)[...]
                while !rest.isEmpty {
                    let sent = rest.withUnsafeBytes {
                        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard sent > 0 else { break }
                    rest = rest.dropFirst(sent)
                }
                continuation.resume(returning: rest.isEmpty)
            }
        }
    }

    /// Closes the sending side (FIN). Reading continues.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Whether the peer has ended the connection for good, found out without reading.
    var isGone: Bool {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        return Foundation.send(descriptor, [10], 1, flags) < 0 && errno != EAGAIN
    }

    /// Reads so many bytes, or fewer when the peer ends the connection before, on a thread of its own.
    func next(_ count: Int) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var bytes = [UInt8](repeating: 0, count: count)
                let read = recv(descriptor, &bytes, count, Int32(MSG_WAITALL))
                continuation.resume(returning: String(decoding: bytes.prefix(max(0, read)), as: UTF8.self))
            }
        }
    }

    /// Reads until the peer ends the connection, on a thread of its own.
    func rest() async -> Response {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in continuation.resume(returning: readAll()) }
        }
    }

    private func readAll() -> Response {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return Response(bytes: bytes, wasReset: count < 0 && errno == ECONNRESET) }
            bytes += buffer[..<count]
        }
    }
}
