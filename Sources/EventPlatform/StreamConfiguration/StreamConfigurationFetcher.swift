import EventSchema
import EventStreams
import Foundation

/// Gets the stream configurations: from where they are, patiently.
struct StreamConfigurationFetcher: Sendable {
    let source: StreamConfigurationSource
    let connection: any NetworkConnection
    let clocks: any Clocks
    let diagnostics: Diagnostics

    /// The largest configuration document that is read: production's is about 100 kB.
    static let maximumBytes = 8 << 20

    /// Fetches until it works or the retries are used up.
    ///
    /// - Returns: the configurations, or `nil` after the last retry.
    /// - Throws: `CancellationError`.
    func fetchWithRetries() async throws -> StreamConfigurations? {
        var schedule = RetrySchedule()
        while true {
            if let configurations = await fetchOrReport() { return configurations }
            guard let delay = schedule.failed() else { return nil }
            try await clocks.sleep(for: delay)
        }
    }

    /// Fetches once; a failure is a diagnostic.
    func fetchOrReport() async -> StreamConfigurations? {
        do {
            return try await fetch()
        } catch {
            diagnostics.report(.configurationUnavailable, "stream configurations from \(source): \(error)")
            return nil
        }
    }

    private func fetch() async throws -> StreamConfigurations {
        switch source {
        case .url(let url): return try await fetch(from: url)
        case .file(let url): return try decode(Array(Data(contentsOf: url)))
        case .streams(let streams): return StreamConfigurations(streams: streams)
        }
    }

    private func fetch(from url: URL) async throws -> StreamConfigurations {
        let request = NetworkRequest(
            method: .get, url: url, headers: ["Accept": "application/json"], maximumResponseBytes: Self.maximumBytes)
        let response = try await connection.send(request)
        guard response.status == 200 else {
            throw NetworkError("the server answered \(response.status) instead of 200")
        }
        return try decode(response.body)
    }

    private func decode(_ body: [UInt8]) throws -> StreamConfigurations {
        do {
            return try StreamConfigurations(response: JSONValue(parsing: body))
        } catch let error as JSONParseError {
            throw NetworkError("the answer is not JSON: \(error). Is the URL that of the stream configuration API?")
        }
    }
}
