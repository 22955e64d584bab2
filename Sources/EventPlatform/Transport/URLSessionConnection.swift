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
                    if exchanges.begin(task.taskIdentifier, limit: request.maximumResponseBytes, continuation) {
                        task.resume()
                    }
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

    /// Collects the responses of the running tasks, and limits their size.
    private final class Exchanges: NSObject, URLSessionDataDelegate {
        private struct Exchange {
            let limit: Int
            let continuation: CheckedContinuation<NetworkResponse, any Error>
            var body: [UInt8] = []
            var isTooLarge = false
            /// Whether the response asks for credentials. It is complete then.
            var isChallenged = false
            /// Where the head of the response is recorded.
            let head = ReceivedHead.current
        }
        private struct State {
            var running: [Int: Exchange] = [:]
            /// Tasks that completed before ``begin(_:limit:_:)``, since they were cancelled at once.
            var ended: Set<Int> = []
        }
        private let state = Locked(State())

        /// - Returns: whether the task is to be resumed; `false` when it was cancelled before.
        func begin(_ task: Int, limit: Int, _ continuation: CheckedContinuation<NetworkResponse, any Error>) -> Bool {
            let hasEnded = state.withLock { state in
                if state.ended.remove(task) != nil { return true }
                state.running[task] = Exchange(limit: limit, continuation: continuation)
                return false
            }
            if hasEnded { continuation.resume(throwing: CancellationError()) }
            return !hasEnded
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            let head = state.withLock { $0.running[dataTask.taskIdentifier]?.head }
            if let head, let response = NetworkResponse(head: response) { head.record(response) }
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            let isTooLarge = state.withLock { state in
                state.running[dataTask.taskIdentifier]?.body.append(contentsOf: data)
                guard let exchange = state.running[dataTask.taskIdentifier], exchange.body.count > exchange.limit else {
                    return false
                }
                state.running[dataTask.taskIdentifier]?.isTooLarge = true
                return true
            }
            if isTooLarge { dataTask.cancel() }
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
            guard let finished else { return }
            finished.continuation.resume(with: Self.result(of: finished, task.response, error))
        }

        private static func result(
            of exchange: Exchange, _ response: URLResponse?, _ error: (any Error)?
        ) -> Result<NetworkResponse, any Error> {
            if exchange.isTooLarge { return .failure(NetworkError.tooLarge(limit: exchange.limit)) }
            if let error, !exchange.isChallenged {
                guard let error = error as? URLError else {
                    return .failure(NetworkError(.unreachable, error.localizedDescription))
                }
                if error.code == .cancelled { return .failure(CancellationError()) }
                let hasBegun = response != nil || !exchange.body.isEmpty
                return .failure(NetworkError(error.kind(responseHasBegun: hasBegun), error.localizedDescription))
            }
            guard var received = response.flatMap({ NetworkResponse(head: $0) }) else {
                return .failure(NetworkError(.unreachable, "no HTTP response"))
            }
            received.body = exchange.body
            return .success(received)
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
