#if ASYNC_HTTP_CLIENT
    import AsyncHTTPClient
    import EventSupport
    import Foundation
    import NIOCore
    import NIOHTTP1

    /// The transport on Linux with the package trait `AsyncHTTPClient`, with reused connections.
    ///
    /// The client is created with the first request and shut down with this object. It follows no redirects, checks
    /// certificates, and does not retry: the dispatcher retries and counts the attempts.
    final class AsyncHTTPClientConnection: NetworkConnection {
        private let client = Locked<HTTPClient?>(nil)

        deinit {
            client.withLock { client in client?.shutdown { _ in } }  // no caller is left to report a failure to
        }

        func send(_ request: NetworkRequest) async throws -> NetworkResponse {
            var responseHasBegun = false
            do {
                // ``TimeLimitedConnection`` limits the time.
                let response = try await openClient().execute(HTTPClientRequest(request), deadline: .distantFuture)
                responseHasBegun = true
                var received = NetworkResponse(head: response)
                ReceivedHead.current?.record(received)
                received.body = try await response.bytes(upTo: request.maximumResponseBytes)
                return try received.decoded(upTo: request.maximumResponseBytes)
            } catch let error as NetworkError {
                throw error
            } catch {
                if Task.isCancelled { throw CancellationError() }
                throw NetworkError(error, responseHasBegun: responseHasBegun)
            }
        }

        private func openClient() -> HTTPClient {
            client.withLock { client in
                if let client { return client }
                let new = HTTPClient(eventLoopGroupProvider: .singleton, configuration: Self.configuration)
                client = new
                return new
            }
        }

        private static var configuration: HTTPClient.Configuration {
            var configuration = HTTPClient.Configuration()
            configuration.redirectConfiguration = .disallow
            configuration.connectionPool.retryConnectionEstablishment = false
            // The dispatcher limits the requests of one destination to 64. Several destinations may share a host, and
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
