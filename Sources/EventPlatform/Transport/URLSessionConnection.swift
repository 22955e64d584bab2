import EventSupport
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The default transport: URLSession, with nothing cached, no cookies, and no redirect followed.
package final class URLSessionConnection: NetworkConnection {
    private let session = Session()

    package init() {}

    package func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        // URLSession's own timeout counts from the last byte; ours bounds the whole exchange.
        try await withThrowingTaskGroup(of: NetworkResponse.self) { group in
            group.addTask { try await self.session(for: request).exchange(request) }
            group.addTask {
                try await Task.sleep(for: request.timeout)
                throw NetworkError(.timedOut, "no complete answer within \(request.timeout)")
            }
            defer { group.cancelAll() }
            guard let response = try await group.next() else { throw CancellationError() }
            return response
        }
    }

    /// The session for a request. On Linux a POST has one of its own, so that no connection is used twice for a body:
    /// when a used one breaks, libcurl begins the request anew, URLSession does not wind the body back, and nothing is
    /// sent until the time-out.
    private func session(for request: NetworkRequest) -> Session {
        #if canImport(FoundationNetworking)
            if request.method == .post { return Session() }
        #endif
        return session
    }
}

/// A session, and the exchanges that are under way in it. Those go on to their end when it is let go.
private final class Session: Sendable {
    private let session: URLSession
    private let exchanges = Exchanges()

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // With a cache, a task that is cancelled at once ends the process on Linux: URLSession asks the cache on a queue
        // that knows nothing of the task's end.
        configuration.urlCache = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    func exchange(_ request: NetworkRequest) async throws -> NetworkResponse {
        try Task.checkCancellation()
        let task = session.dataTask(with: URLRequest(request))
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // A task that has ended is not resumed: it would end again, and nobody would wait for that.
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
        self.init(url: request.url, timeoutInterval: max(0.001, request.timeout.seconds))
        httpMethod = request.method.rawValue
        for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
        if request.method == .post { httpBody = Data(request.body) }
    }
}

/// Gathers the answers of the running tasks as URLSession delivers them, and bounds their size.
private final class Exchanges: NSObject, URLSessionDataDelegate {
    private struct Exchange {
        let limit: Int
        let continuation: CheckedContinuation<NetworkResponse, any Error>
        var body: [UInt8] = []
        var isTooLarge = false
        /// Whether the answer asked for a password, and all of it is there.
        var isChallenged = false
    }
    private struct State {
        var running: [Int: Exchange] = [:]
        /// Tasks that ended before they were begun: cancelled at once.
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
        // On Linux a 401 that names a realm is not handed over: default handling without a credential never ends the task,
        // and all else cancels it. Its answer has come by then, and is taken for what it is. Elsewhere default handling
        // hands it over.
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
        if exchange.isTooLarge {
            return .failure(NetworkError(.tooLarge, "the answer is larger than \(exchange.limit) bytes"))
        }
        if let error, !exchange.isChallenged {
            guard let error = error as? URLError else { return .failure(NetworkError(error.localizedDescription)) }
            if error.code == .cancelled { return .failure(CancellationError()) }
            let hasBegun = response != nil || !exchange.body.isEmpty
            return .failure(NetworkError(error.kind(answerHasBegun: hasBegun), error.localizedDescription))
        }
        guard let response = response as? HTTPURLResponse else { return .failure(NetworkError("no HTTP answer")) }
        var headers: [String: String] = [:]
        for case (let name as String, let value as String) in response.allHeaderFields { headers[name] = value }
        return .success(NetworkResponse(status: response.statusCode, headers: headers, body: exchange.body))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)  // a redirect is an answer like any other; the retry map decides
    }
}

extension URLError {
    /// What kind of failure of ours it is.
    fileprivate func kind(answerHasBegun: Bool) -> NetworkError.Code {
        switch code {
        case .timedOut: .timedOut
        case .networkConnectionLost: answerHasBegun ? .incomplete : .reset
        case .cannotDecodeContentData, .cannotDecodeRawData, .cannotParseResponse, .badServerResponse:
            .incomplete
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired:
            .insecure
        case .dataLengthExceedsMaximum: .tooLarge
        // An answer that is no HTTP; of our own URLs none has another scheme.
        case .unsupportedURL: .incomplete
        // On Linux neither a connection that breaks off nor a certificate that is wrong has a code; curl's text tells.
        case .unknown: speaksOfTLS ? .insecure : answerHasBegun ? .incomplete : .reset
        default: .unreachable
        }
    }

    private var speaksOfTLS: Bool {
        ["SSL", "TLS", "certificate"].contains { localizedDescription.contains($0) }
    }
}
