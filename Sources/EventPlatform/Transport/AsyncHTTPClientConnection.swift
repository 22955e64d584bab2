#if ASYNC_HTTP_CLIENT
    import AsyncHTTPClient
    import EventSupport
    import Foundation
    import NIOCore
    import NIOHTTP1

    /// The transport on Linux with the package trait `AsyncHTTPClient`, with reused connections.
    ///
    /// Its pool of connections is shut down with this object, after the bodies that are being read. It follows no
    /// redirects, checks certificates, and does not retry: the client retries and counts the attempts. One request is
    /// made again: that of a connection that the server had closed while it was idle, which says nothing about the
    /// request.
    final class AsyncHTTPClientConnection: NetworkConnection {
        /// Created with the first request, which can fail: with the first pool of the process NIO creates its event
        /// loops, with their threads and file descriptors. A client that sends nothing has none of them.
        private let pool = Locked<ConnectionPool?>(nil)

        func send(_ request: NetworkRequest) async throws -> NetworkResponse {
            do { return try await send(request, over: openPool()) } catch is StaleConnectionError {
                return try await sendOnFreshConnection(request)
            }
        }

        /// A connection that ends without a response for the second time says nothing about the request either.
        private func sendOnFreshConnection(_ request: NetworkRequest) async throws -> NetworkResponse {
            let fresh = ConnectionPool()  // it has no connection that was used before
            do { return try await send(request, over: fresh) } catch
                where error is StaleConnectionError || (error as? NetworkError)?.code == .reset
            {
                throw NetworkError(.unreachable, "two connections ended without a response, the second a fresh one")
            }
        }

        private func send(_ request: NetworkRequest, over pool: ConnectionPool) async throws -> NetworkResponse {
            try request.requireUsable()
            do {
                return try await pool.send(request)
            } catch ChannelError.ioOnClosedChannel {
                throw StaleConnectionError()  // it has ended before the request was written
            } catch let error as StaleConnectionError {
                throw error
            } catch {
                throw NetworkError.replacing(error, responseHasBegun: false)
            }
        }

        private func openPool() throws -> ConnectionPool {
            try pool.withLock { pool in
                if let pool { return pool }
                try Self.requireDescriptors()
                let new = ConnectionPool()
                pool = new
                return new
            }
        }

        /// NIO ends the process if one of its event loops gets no file descriptor; each has three.
        private static func requireDescriptors() throws {
            guard Descriptors.areLeft(3 * NIOSingletons.groupLoopCountSuggestion) else {
                throw NetworkError(.unreachable, "the process has no file descriptors left for connections")
            }
        }
    }

    /// A client of async-http-client. Its connections are closed when it is released.
    private final class ConnectionPool: Sendable {
        private let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)

        deinit {
            client.shutdown { _ in }  // no caller is left to report a failure to
        }

        /// Performs a request.
        ///
        /// - Returns: the response, whose body keeps the pool until it was read.
        /// - Throws: the error of async-http-client, NIO or BoringSSL.
        func send(_ request: NetworkRequest) async throws -> NetworkResponse {
            // ``TimeLimitedConnection`` limits the time.
            let response = try await client.execute(HTTPClientRequest(request), deadline: .distantFuture)
            var received = NetworkResponse(head: response)
            received.body = .init { [head = received] limit in
                try await self.body(of: response, head, upTo: limit)
            }
            return received
        }

        private func body(
            of response: HTTPClientResponse, _ head: NetworkResponse, upTo limit: Int
        ) async throws -> [UInt8] {
            do {
                let bytes = try await response.bytes(upTo: limit)
                return try CompleteResponse(head, body: bytes).decoded(upTo: limit).body
            } catch {
                throw NetworkError.replacing(error, responseHasBegun: true)
            }
        }

        private static var configuration: HTTPClient.Configuration {
            var configuration = HTTPClient.Configuration()
            configuration.redirectConfiguration = .disallow
            // A connection with HTTP/2 has no ``ConnectionWatch``, and gains little: one request at a time is usual.
            configuration.httpVersion = .http1Only
            configuration.http1_1ConnectionDebugInitializer = { ConnectionWatch.add(to: $0) }
            configuration.connectionPool.retryConnectionEstablishment = false
            // A sender limits the requests of one destination to 64. Several destinations may share a host, and
            // requests of one without a response must not block those of another.
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 256
            return configuration
        }
    }

    extension HTTPClientRequest {
        fileprivate init(_ request: NetworkRequest) {
            self.init(url: request.url.absoluteString)
            method = HTTPMethod(rawValue: request.method.rawValue)
            headers = ["User-Agent": "swift-event-platform"]
            if request.method == .get { headers.add(name: "Accept-Encoding", value: "gzip") }
            for (name, value) in request.headers { headers.replaceOrAdd(name: name, value: value) }
            if request.method == .post { body = .bytes(ByteBuffer(bytes: request.body)) }
        }
    }

    extension HTTPClientResponse {
        /// The body before decoding. It is not read when its `Content-Length` exceeds the limit.
        fileprivate func bytes(upTo limit: Int) async throws -> [UInt8] {
            if let announced = headers.first(name: "Content-Length").flatMap({ Int($0) }), announced > limit {
                throw NetworkError.tooLarge(limit: limit)
            }
            var bytes: [UInt8] = []
            for try await chunk in body {
                guard bytes.count + chunk.readableBytes <= limit else { throw NetworkError.tooLarge(limit: limit) }
                bytes.append(contentsOf: chunk.readableBytesView)
            }
            try Task.checkCancellation()  // the bytes may not be all
            return bytes
        }
    }

    extension NetworkResponse {
        /// The head of a response, without its body.
        fileprivate init(head response: HTTPClientResponse) {
            let fields = response.headers.map { ($0.name.lowercased(), $0.value) }
            self.init(status: Int(response.status.code), headers: Dictionary(fields) { $0 + ", " + $1 })
        }
    }
#endif
