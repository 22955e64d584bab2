#if ASYNC_HTTP_CLIENT
    import AsyncHTTPClient
    import EventSupport
    import Foundation
    import NIOCore
    import NIOHTTP1

    /// The transport on Linux with the package trait `AsyncHTTPClient`, with reused connections.
    ///
    /// The client is created with the first request and shut down with this object. It follows no redirects, checks
    /// certificates, and does not retry: the client retries and counts the attempts. One request is made again:
    /// that of a connection that the server had closed while it was idle, which says nothing about the request.
    final class AsyncHTTPClientConnection: NetworkConnection {
        private let client = Locked<HTTPClient?>(nil)

        deinit {
            client.withLock { client in client?.shutdown { _ in } }  // no caller is left to report a failure to
        }

        func send(_ request: NetworkRequest) async throws -> NetworkResponse {
            do { return try await send(request, over: openClient()) } catch is StaleConnectionError {
                return try await sendOnFreshConnection(request)
            }
        }

        /// A connection that ends without a response for the second time says nothing about the request either.
        private func sendOnFreshConnection(_ request: NetworkRequest) async throws -> NetworkResponse {
            let client = Self.newClient()  // it has no connection that was used before
            defer { client.shutdown { _ in } }
            do { return try await send(request, over: client) } catch
                where error is StaleConnectionError || (error as? NetworkError)?.code == .reset
            {
                throw NetworkError(.unreachable, "two connections ended without a response, the second a fresh one")
            }
        }

        private func send(_ request: NetworkRequest, over client: HTTPClient) async throws -> NetworkResponse {
            try request.requireUsable()
            var responseHasBegun = false
            do {
                // ``TimeLimitedConnection`` limits the time.
                let response = try await client.execute(HTTPClientRequest(request), deadline: .distantFuture)
                responseHasBegun = true
                var received = NetworkResponse(head: response)
                ReceivedHead.current?.record(received)
                received.body = try await response.bytes(upTo: request.maximumResponseBytes)
                return try received.decoded(upTo: request.maximumResponseBytes)
            } catch let error as NetworkError {
                throw error
            } catch let error as StaleConnectionError {
                throw error
            } catch ChannelError.ioOnClosedChannel where !responseHasBegun {
                throw StaleConnectionError()  // it has ended before the request was written
            } catch {
                if Task.isCancelled { throw CancellationError() }
                throw NetworkError(error, responseHasBegun: responseHasBegun)
            }
        }

        private func openClient() throws -> HTTPClient {
            try client.withLock { client in
                if let client { return client }
                try Self.requireDescriptors()
                let new = Self.newClient()
                client = new
                return new
            }
        }

        private static func newClient() -> HTTPClient {
            HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        }

        /// The event loops are created with the first client. NIO ends the process where one of them gets no file
        /// descriptor; each has three.
        private static func requireDescriptors() throws {
            guard Descriptors.areLeft(3 * NIOSingletons.groupLoopCountSuggestion) else {
                throw NetworkError(.unreachable, "the process has no file descriptors left for connections")
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
