#if canImport(Darwin)
    import EventSupport
    import Foundation

    /// The transport on Apple platforms: URLSession without cache, cookies and redirects. URLSession decodes compressed
    /// responses.
    final class URLSessionConnection: NetworkConnection {
        private let session: URLSession
        private let exchanges = Exchanges()

        init() {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.urlCache = nil
            configuration.httpShouldSetCookies = false
            configuration.httpCookieAcceptPolicy = .never
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
            if let error {
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
            default: .unreachable
            }
        }
    }
#endif
