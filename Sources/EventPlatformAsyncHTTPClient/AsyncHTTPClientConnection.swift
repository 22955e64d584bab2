public import AsyncHTTPClient
public import EventPlatform
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// A transport over async-http-client: for servers that use its connection pool already.
///
/// ```swift
/// var network = NetworkConfiguration(endpoint: "https://intake.example.org")
/// network.connection = AsyncHTTPClientConnection()
/// ```
///
/// It follows no redirects unless the given client does, and never turns certificate checks off.
public final class AsyncHTTPClientConnection: NetworkConnection {
    private let client: HTTPClient
    private let isOwn: Bool

    /// Uses a client of the app's own, which the app shuts down. Its redirect setting should be `.disallow`: a redirect
    /// is an answer like any other, and the retry map decides.
    public init(client: HTTPClient) {
        self.client = client
        isOwn = false
    }

    /// Makes a client of its own that follows no redirects. It ends with the connection.
    public init() {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.connectionPool.retryConnectionEstablishment = false  // the dispatcher retries, and counts
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        isOwn = true
    }

    deinit {
        guard isOwn else { return }
        client.shutdown { _ in }  // nobody is left to hear of a failure
    }

    /// Performs one request.
    ///
    /// - Throws: ``EventPlatform/NetworkError``, or `CancellationError` when the task was cancelled.
    public func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        do {
            let response = try await client.execute(HTTPClientRequest(request), timeout: TimeAmount(request.timeout))
            return try await response.collected(upTo: request.maximumResponseBytes)
        } catch let error as NetworkError {
            throw error
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw NetworkError(error)
        }
    }
}

extension HTTPClientRequest {
    fileprivate init(_ request: NetworkRequest) {
        self.init(url: request.url.absoluteString)
        method = HTTPMethod(rawValue: request.method.rawValue)
        for (name, value) in request.headers { headers.replaceOrAdd(name: name, value: value) }
        if request.method == .post { body = .bytes(ByteBuffer(bytes: request.body)) }
    }
}

extension HTTPClientResponse {
    fileprivate func collected(upTo limit: Int) async throws -> NetworkResponse {
        var bytes: [UInt8] = []
        for try await chunk in body {
            guard bytes.count + chunk.readableBytes <= limit else {
                throw NetworkError(.tooLarge, "the answer is larger than \(limit) bytes")
            }
            bytes.append(contentsOf: chunk.readableBytesView)
        }
        let fields = headers.map { ($0.name, $0.value) }
        return NetworkResponse(
            status: Int(status.code), headers: Dictionary(fields) { $0 + ", " + $1 }, body: bytes)
    }
}

extension TimeAmount {
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .seconds(min(seconds, 1 << 31)) + .nanoseconds(attoseconds / 1_000_000_000)
    }
}

extension NetworkError {
    private static let unreachable: [HTTPClientError] = [.connectTimeout, .invalidURL, .emptyHost, .emptyScheme]
    /// What keeps a connection from coming about.
    private static let connecting: Set<CInt> = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ENETDOWN, EADDRNOTAVAIL]
    private static let timedOut: [HTTPClientError] = [.deadlineExceeded, .readTimeout, .writeTimeout]

    fileprivate init(_ error: any Error) {
        let code: Code =
            switch error {
            case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: .insecure
            case let error as HTTPClientError where error == .tlsHandshakeTimeout: .insecure
            case let error as HTTPClientError where Self.unreachable.contains(error): .unreachable
            case let error as HTTPClientError where Self.timedOut.contains(error): .timedOut
            case let error as HTTPClientError where error == .remoteConnectionClosed: .reset
            case is NIOConnectionError: .unreachable
            case let error as IOError: Self.connecting.contains(error.errnoCode) ? .unreachable : .reset
            default: .incomplete
            }
        self.init(code, "\(error)")
    }
}
