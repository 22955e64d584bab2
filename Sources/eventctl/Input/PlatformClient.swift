import ArgumentParser
import EventPlatform
import EventSchema
import EventSupport
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The options of commands that send requests to a running platform.
struct PlatformOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The URL of `eventctl serve`.", valueName: "URL"))
    var url = "http://127.0.0.1:8192"

    @OptionGroup var credentials: TokenOptions

    func validate() throws {
        let given = ConfigurationLocation.httpURL(url)
        if let given { try ConfigurationLocation.requireNoCredentials(in: given) }
        guard given?.query == nil, given?.fragment == nil, given != nil else {
            throw ValidationError("--url must be a URL such as http://127.0.0.1:8192, not '\(url)'")
        }
    }

    var platform: PlatformClient {
        PlatformClient(base: url.hasSuffix("/") ? String(url.dropLast()) : url, token: credentials.token)
    }
}

/// An HTTP client of a running platform.
struct PlatformClient: Sendable {
    /// The platform's URL, without a slash at the end.
    let base: String
    let token: String?

    struct Response: Sendable {
        let status: Int
        /// The body as JSON; null when it is empty, `nil` when it is not JSON.
        let json: JSONValue?
        var isFine: Bool { (200...299).contains(status) }
    }

    /// Sends a request and returns the response, whatever its status.
    ///
    /// - Throws: ``CommandError`` when there is no response.
    func send(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> Response {
        guard let url = URL(string: base + path) else { throw CommandError("\(base + path): is not a URL") }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 30)
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let body {
            request.httpBody = Data(body.jsonBytes)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        do {
            let (data, response) = try await Self.exchange(request)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            return Response(status: status, json: Self.json(data))
        } catch {
            throw CommandError("\(name): no response (\(Self.words(of: error))). Is `eventctl serve` running there?")
        }
    }

    /// The platform's URL for messages.
    private var name: String { URL(string: base)?.withoutSecrets ?? base }

    /// Performs a request within the time of the request: URLSession on Linux begins it anew after a timeout.
    private static func exchange(_ request: URLRequest) async throws -> (Data, URLResponse) {
        try await withThrowingTaskGroup(of: (Data, URLResponse).self) { group in
            group.addTask { try await URLSession.shared.data(for: request) }
            group.addTask {
                try await Task.sleep(for: .seconds(request.timeoutInterval))
                throw URLError(.timedOut)
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw URLError(.cancelled) }
            return result
        }
    }

    /// Sends a request and returns the JSON of its response.
    ///
    /// - Throws: ``CommandError`` when there is no response, its status is not 2xx, or its body is not JSON.
    func requestJSON(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        let response = try await send(method, path, body)
        guard response.isFine else {
            let detail = response.json?["detail"]?.string ?? "no reason given"
            throw CommandError("\(name): responded to \(method) \(path) with \(response.status): \(detail)")
        }
        guard let json = response.json else {
            throw CommandError(
                "\(name): the response to \(method) \(path) is not JSON. Is `eventctl serve` running there?")
        }
        return json
    }

    /// The cause of an error of URLSession, whose own text is a dump on Linux, such as `NSURLErrorDomain error -1000`.
    private static func words(of error: any Error) -> String {
        switch (error as? URLError)?.code {
        case .badURL, .unsupportedURL: "the URL cannot be used"
        case .cannotFindHost, .dnsLookupFailed: "the host is unknown"
        case .cannotConnectToHost: "the connection was refused"
        case .timedOut: "no response within 30 seconds"
        case .networkConnectionLost: "the connection was closed"
        case .cannotParseResponse, .badServerResponse: "the response is not HTTP"
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
            .serverCertificateHasBadDate, .unknown:
            "no TLS connection; does the server's URL begin with http://, and is its certificate valid?"
        case let code?: "the system's error \(code.rawValue)"
        case nil: error.reason
        }
    }

    private static func json(_ data: Data) -> JSONValue? {
        guard !data.isEmpty else { return .null }
        do {
            return try JSONValue(parsingLeniently: [UInt8](data))
        } catch {
            return nil  // `requestJSON` reports this; `send` accepts any body
        }
    }
}
