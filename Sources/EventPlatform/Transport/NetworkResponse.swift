/// An HTTP response, whatever its status: its head, and its body, which may still be on its way.
public struct NetworkResponse: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields by lower-case name. The client reads `date`, `etag`, `retry-after` and others.
    public var headers: [String: String]
    /// The body.
    public var body: Body

    /// Creates a response. Header names are converted to lower case; of names that are equal then, the last in their
    /// order is kept.
    public init(status: Int, headers: [String: String] = [:], body: Body) {
        self.status = status
        self.headers = Dictionary(headers.sorted { $0.key < $1.key }.map { ($0.key.lowercased(), $0.value) }) { $1 }
        self.body = body
    }

    /// Creates a response whose body has been read. Header names are converted as in ``init(status:headers:body:)``.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.init(status: status, headers: headers, body: .bytes(body))
    }
}

extension NetworkResponse {
    /// The body of a response, after any `Content-Encoding` was decoded.
    public struct Body: Sendable {
        private let read: @Sendable (_ limit: Int) async throws -> [UInt8]

        /// A body that `read` reads and decodes. It gets the maximum size, and throws ``NetworkError/Code/tooLarge``
        /// for a larger body.
        init(reading read: @escaping @Sendable (_ limit: Int) async throws -> [UInt8]) { self.read = read }

        /// A body that has been read.
        ///
        /// - Parameter bytes: the whole body.
        /// - Returns: the body.
        public static func bytes(_ bytes: [UInt8]) -> Body {
            Body { limit in
                guard bytes.count <= limit else { throw NetworkError.tooLarge(limit: limit) }
                return bytes
            }
        }

        /// A body that is read after the head of the response.
        ///
        /// - Parameter chunks: the bytes, as they arrive. The sequence is read at most once, to its end unless the
        ///   client gives up; it then ends with its task or when it is released. It throws as
        ///   ``NetworkConnection/send(_:)`` does.
        /// - Returns: the body.
        public static func stream<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) -> Body
        where Chunks.Element == [UInt8] {
            Body { limit in
                var bytes: [UInt8] = []
                for try await chunk in chunks {
                    guard bytes.count + chunk.count <= limit else { throw NetworkError.tooLarge(limit: limit) }
                    bytes += chunk
                }
                try Task.checkCancellation()  // sequences end then too, and the bytes may not be all
                return bytes
            }
        }

        /// Reads the body. A stream can be read once.
        ///
        /// - Parameter limit: the maximum size in bytes. No more is kept in memory.
        /// - Returns: the whole body.
        /// - Throws: ``NetworkError`` with ``NetworkError/Code/tooLarge`` for a larger body; what the stream throws.
        public func collect(upTo limit: Int) async throws -> [UInt8] { try await read(limit) }
    }
}
