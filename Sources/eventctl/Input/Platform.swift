import ArgumentParser
import EventSchema
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Which running platform a command speaks with.
struct PlatformOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Where `eventctl serve` listens.", valueName: "URL"))
    var url = "http://127.0.0.1:8192"

    @Option(help: "The token that `eventctl serve` asks for.")
    var token: String?

    func validate() throws {
        guard let parts = URLComponents(string: url), ["http", "https"].contains(parts.scheme), parts.host != nil else {
            throw ValidationError("--url is an address such as http://127.0.0.1:8192, not \(url)")
        }
    }

    var platform: Platform { Platform(base: url.hasSuffix("/") ? String(url.dropLast()) : url, token: token) }
}

/// A platform, spoken with over HTTP.
struct Platform: Sendable {
    /// Its address, without a slash at the end.
    let base: String
    let token: String?

    struct Answer: Sendable {
        let status: Int
        /// The body as JSON, null when it is empty; `nil` when it is something else.
        let json: JSONValue?
        var isFine: Bool { (200...299).contains(status) }
    }

    /// Sends a request and gives back whatever is answered.
    ///
    /// - Throws: ``Reason`` when there is no answer.
    func send(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> Answer {
        guard let url = URL(string: base + path) else { throw Reason("\(base + path): is no address") }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 30)
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let body {
            request.httpBody = Data(body.jsonBytes)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        do {
            let (data, response) = try await URLSession.shared.data(for: request)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            return Answer(status: status, json: Self.json(data))
        } catch let error as URLError {
            throw Reason("\(base): no answer (\(error.localizedDescription)). Is `eventctl serve` running there?")
        }
    }

    /// Sends a request and expects a good answer.
    ///
    /// - Throws: ``Reason`` with the platform's own words when the answer is another.
    func ask(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        let answer = try await send(method, path, body)
        guard answer.isFine else {
            let detail = answer.json?["detail"]?.string ?? "no reason given"
            throw Reason("\(base): answered \(answer.status) to \(method) \(path): \(detail)")
        }
        guard let json = answer.json else {
            throw Reason(
                "\(base): answered \(method) \(path) with something else than JSON. Is `eventctl serve` running there?")
        }
        return json
    }

    private static func json(_ data: Data) -> JSONValue? {
        guard !data.isEmpty else { return .null }
        do {
            return try JSONValue(parsing: [UInt8](data))
        } catch {
            return nil  // an error only where an answer in JSON is expected: see `ask`
        }
    }
}
