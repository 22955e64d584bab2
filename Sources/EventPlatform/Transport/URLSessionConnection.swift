#if !ASYNC_HTTP_CLIENT
    import EventSupport
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// The transport on Apple platforms, and on Linux without the package trait `AsyncHTTPClient`: URLSession without
    /// cache, cookies and redirects. URLSession decodes compressed responses.
    final class URLSessionConnection: NetworkConnection {
        private let session = Session()

        func send(_ request: NetworkRequest) async throws -> NetworkResponse {
            try request.requireUsable()
            return try await session(for: request).send(request)
        }

        /// The session for a request. On Linux a POST has its own, so that no connection is used twice for a body: when
        /// a used connection breaks, libcurl begins the request again, URLSession does not rewind the body, and nothing
        /// is sent until the time-out.
        private func session(for request: NetworkRequest) -> Session {
            #if canImport(FoundationNetworking)
                if request.method == .post { return Session() }
            #endif
            return session
        }
    }

    /// A session, and the exchanges that run in it. They run to their end when it is released.
    private final class Session: Sendable {
        private let session: URLSession
        private let exchanges = Exchanges()

        init() {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.urlCache = nil
            configuration.httpShouldSetCookies = false
            configuration.httpCookieAcceptPolicy = .never
            // A sender limits the requests of one destination to 64. Several destinations may share a host, and
            // requests of one without a response must not block those of another.
            configuration.httpMaximumConnectionsPerHost = 256
            session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
        }

        deinit { session.finishTasksAndInvalidate() }

        func send(_ request: NetworkRequest) async throws -> NetworkResponse {
            try Task.checkCancellation()
            let task = session.dataTask(with: URLRequest(request))
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    // A task that was cancelled before is not resumed, since it would complete a second time.
                    if exchanges.begin(task, limit: request.maximumResponseBytes, continuation) { task.resume() }
                }
            } onCancel: {
                task.cancel()
            }
        }
    }

    extension URLRequest {
        fileprivate init(_ request: NetworkRequest) {
            // URLSession measures the time since the last byte. ``TimeLimitedConnection`` limits the whole exchange.
            self.init(url: request.url, timeoutInterval: max(0.001, request.timeout.seconds))
            httpMethod = request.method.rawValue
            for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
            if request.method == .post { httpBody = Data(request.body) }
        }
    }

    /// Passes the responses of the running tasks on, and limits their size.
    private final class Exchanges: NSObject, URLSessionDataDelegate {
        private struct Exchange {
            let limit: Int
            /// Waits for the head of the response; `nil` once that has arrived.
            var head: CheckedContinuation<NetworkResponse, any Error>?
            /// The body, until the response has it: a body that is released is not received any more.
            var body: AsyncThrowingStream<[UInt8], any Error>?
            let chunks: AsyncThrowingStream<[UInt8], any Error>.Continuation
            var received = 0
            /// Whether the response asks for credentials. It is complete then.
            var isChallenged = false

            /// Returns the response to the caller, who reads the body.
            mutating func begin(_ response: NetworkResponse) {
                guard let head, let body else { return }
                var response = response
                response.body = .stream(body)
                (self.head, self.body) = (nil, nil)
                head.resume(returning: response)
            }

            /// Ends the response, or the wait for it. What comes later is ignored.
            mutating func end(throwing error: (any Error)?) {
                chunks.finish(throwing: error)
                head?.resume(throwing: error ?? NetworkError(.unreachable, "no HTTP response"))
                head = nil
            }

            /// Passes a part of the body on. A body that is too large ends the response.
            ///
            /// - Returns: whether there is room for more.
            mutating func add(_ chunk: Data) -> Bool {
                received += chunk.count
                if received > limit {
                    end(throwing: NetworkError.tooLarge(limit: limit))
                    return false
                }
                chunks.yield(Array(chunk))
                return true
            }
        }
        private struct State {
            var running: [Int: Exchange] = [:]
            /// Tasks that completed before ``begin(_:limit:_:)``, since they were cancelled at once.
            var ended: Set<Int> = []
        }
        private let state = Locked(State())

        /// - Returns: whether the task is to be resumed; `false` when it was cancelled before.
        func begin(
            _ task: URLSessionDataTask, limit: Int, _ head: CheckedContinuation<NetworkResponse, any Error>
        ) -> Bool {
            let (body, chunks) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            chunks.onTermination = { if case .cancelled = $0 { task.cancel() } }
            let hasEnded = state.withLock { state in
                if state.ended.remove(task.taskIdentifier) != nil { return true }
                state.running[task.taskIdentifier] = Exchange(limit: limit, head: head, body: body, chunks: chunks)
                return false
            }
            if hasEnded { head.resume(throwing: CancellationError()) }
            return !hasEnded
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            if let response = NetworkResponse(head: response) {
                state.withLock { $0.running[dataTask.taskIdentifier]?.begin(response) }
            }
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            let hasRoom = state.withLock { $0.running[dataTask.taskIdentifier]?.add(data) ?? true }
            if !hasRoom { dataTask.cancel() }
        }

        #if canImport(FoundationNetworking)
            // Default handling returns a response that asks for credentials. On Linux it never ends the task, and
            // every other handling cancels it.
            func urlSession(
                _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
                completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
            ) {
                state.withLock { $0.running[task.taskIdentifier]?.isChallenged = true }
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        #endif

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let finished = state.withLock { state -> Exchange? in
                let exchange = state.running.removeValue(forKey: task.taskIdentifier)
                if exchange == nil { state.ended.insert(task.taskIdentifier) }
                return exchange
            }
            guard var finished else { return }
            let failure = finished.isChallenged ? nil : error.map { Self.failure($0, task.response, finished) }
            if failure == nil, let response = task.response.flatMap({ NetworkResponse(head: $0) }) {
                finished.begin(response)
            }
            finished.end(throwing: failure)
        }

        private static func failure(
            _ error: any Error, _ response: URLResponse?, _ exchange: Exchange
        ) -> any Error {
            guard let error = error as? URLError else {
                return NetworkError(.unreachable, error.localizedDescription)
            }
            if error.code == .cancelled { return CancellationError() }
            let hasBegun = response != nil || exchange.received > 0
            return NetworkError(error.kind(responseHasBegun: hasBegun), error.localizedDescription)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)  // the redirect is returned as the response
        }
    }

    extension NetworkResponse {
        /// The head of a response, without its body; `nil` when it is not HTTP.
        fileprivate init?(head response: URLResponse) {
            guard let response = response as? HTTPURLResponse else { return nil }
            var headers: [String: String] = [:]
            for case (let name as String, let value as String) in response.allHeaderFields { headers[name] = value }
            self.init(status: response.statusCode, headers: headers)
        }
    }

    extension URLError {
        /// The code of the ``NetworkError`` for this error.
        fileprivate func kind(responseHasBegun: Bool) -> NetworkError.Code {
            switch code {
            case .timedOut: .timedOut
            case .networkConnectionLost: responseHasBegun ? .incomplete : .reset
            case .cannotDecodeContentData, .cannotDecodeRawData, .cannotParseResponse, .badServerResponse:
                .incomplete
            case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
                .clientCertificateRequired:
                .insecure
            case .dataLengthExceedsMaximum: .tooLarge
            // The response is not HTTP. Requests have http and https URLs only, so this is not the request's scheme.
            case .unsupportedURL: .incomplete
            // On Linux neither a connection that ends nor a certificate that is refused has a code.
            case .unknown: isAboutTLS ? .insecure : responseHasBegun ? .incomplete : .reset
            default: .unreachable
            }
        }

        /// Whether libcurl's text says that TLS failed.
        private var isAboutTLS: Bool {
            ["SSL", "TLS", "certificate"].contains { localizedDescription.contains($0) }
        }
    }
#endif
