import EventIntake
import EventSchema
import Foundation
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An HTTP client of a running intake.
struct Client: Sendable {
    struct Response: Sendable {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]
        /// The body as JSON; null when it is none.
        let json: JSONValue
    }

    let intake: RunningIntake

    func get(_ path: String) async throws -> Response { try await send("GET", path) }

    func post(
        _ body: some StringProtocol, to path: String = "/v1/events", type: String? = "application/json",
        headers: [String: String] = [:]
    ) async throws -> Response {
        try await send("POST", path, Data(body.utf8), headers.merging(type.map { ["Content-Type": $0] } ?? [:]) { $1 })
    }

    func send(
        _ method: String, _ path: String, _ body: Data? = nil, _ headers: [String: String] = [:]
    ) async throws -> Response { try await Self.send(to: intake.url, method, path, body, headers) }

    /// Sends to an intake that may have no store.
    static func send(
        to intake: URL, _ method: String, _ path: String, _ body: Data? = nil, _ headers: [String: String] = [:]
    ) async throws -> Response {
        guard let url = URL(string: intake.absoluteString + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        request.cachePolicy = .reloadIgnoringLocalCacheData
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        let pairs = response.allHeaderFields.compactMap { name, value in
            (name as? String).map { ($0.lowercased(), "\(value)") }
        }
        let isJSON = response.mimeType == "application/json" && !data.isEmpty
        let json = isJSON ? try JSONValue(parsingLeniently: [UInt8](data)) : .null
        return Response(status: response.statusCode, headers: Dictionary(pairs) { $1 }, body: [UInt8](data), json: json)
    }
}

enum Fixture {
    /// An intake of our own schemas and streams, on any free port, with a temporary store.
    static var configuration: IntakeConfiguration {
        var configuration = IntakeConfiguration()
        configuration.schemaRoots = [Checkout.file("Schemas").path]
        configuration.streams = .directory(Checkout.file("Streams").path)
        return configuration
    }

    /// An event that is accepted.
    static func event(stream: String = "app.interactions", id: String? = nil, action: String = "click") -> String {
        let meta = id.map { #"{"stream":"\#(stream)","id":"\#($0)"}"# } ?? #"{"stream":"\#(stream)"}"#
        return
            #"{"$schema":"/analytics/product_metrics/app/base/1.3.0","meta":\#(meta),"action":"\#(action)","agent":{}}"#
    }
}

/// Runs an intake of our own schemas and streams, at most sixteen at the same time. With all tests' intakes at once,
/// the process has so many open files that Foundation cannot start another process on Linux.
func withOwnIntake(
    _ change: (inout IntakeConfiguration) -> Void = { _ in }, _ body: @escaping @Sendable (Client) async throws -> Void
) async throws {
    var configuration = Fixture.configuration
    change(&configuration)
    await IntakeSlots.shared.acquire()
    do {
        try await withIntake(configuration) { try await body(Client(intake: $0)) }
        await IntakeSlots.shared.release()
    } catch {
        await IntakeSlots.shared.release()
        throw error
    }
}

/// A semaphore for intakes that run at the same time.
private actor IntakeSlots {
    static let shared = IntakeSlots()
    private var free = 16
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func acquire() async {
        guard free == 0 else { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    func release() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
