import Foundation

/// A server on a free loopback port that responds to each path with given bytes and then closes the connection: for
/// responses that a correct server does not send.
final class RawServer: Sendable {
    /// The response to a path; `nil` keeps the connection open without a response.
    typealias Responder = @Sendable (_ path: String) -> Data?

    private let listener: Int32
    let port: Int

    init(_ respond: @escaping Responder) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (listener, length) = (self.listener, size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, pointer, &size) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { Self.serve(on: listener, respond) }
    }

    var url: String { "http://127.0.0.1:\(port)" }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func serve(on listener: Int32, _ respond: @escaping Responder) {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            Thread.detachNewThread {
                let file = FileHandle(fileDescriptor: connection, closeOnDealloc: true)
                var request = Data()
                while request.range(of: Data("\r\n\r\n".utf8)) == nil {
                    let part = file.nextChunk()
                    if part.isEmpty { return }
                    request.append(part)
                }
                let line = String(decoding: request.prefix { $0 != 0x0D }, as: UTF8.self).split(separator: " ")
                guard let response = respond(line.count > 1 ? String(line[1]) : "") else {
                    _ = file.nextChunk()  // until the client closes the connection
                    return
                }
                do {
                    try file.write(contentsOf: response)
                } catch {
                    // A client may close the connection early.
                }
            }
        }
    }
}
