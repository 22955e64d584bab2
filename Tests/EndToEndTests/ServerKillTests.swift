import EventIntake
import EventSchema
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `eventctl serve` killed with SIGKILL under load: every event whose response was 201 is in every sink.
@Suite(.serialized, .idleLimit) struct ServerKillTests {
    /// Fails when the intake responds before it has committed.
    @Test func `events whose response was 201 are in the store and in the NDJSON file after kills`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let (store, file) = (folder.path("intake.sqlite"), folder.path("events.ndjson"))
        var accepted: Set<String> = []
        for round in 0..<3 {
            let server = try await Server.start(store: store, ["--sink", "ndjson:\(file)", "--sink", "sqlite"])
            let url = try #require(URL(string: "\(server.url)/v1/events"))
            let enough = Counter()
            accepted.formUnion(
                await withTaskGroup(of: [String].self) { group in
                    for sender in 0..<4 { group.addTask { await send(to: url, "\(round)-\(sender)", enough) } }
                    // The server is killed once a sender has four responses; a sender ends when it gets no response.
                    await enough.wait(for: 1)
                    server.child.send(SIGKILL)
                    return await group.reduce(into: []) { $0 += $1 }
                })
            _ = await server.child.result()
        }
        #expect(accepted.count >= 60)
        let stored = Set(try IntakeStore(reading: store).events().map(\.id))
        #expect(accepted.subtracting(stored) == [])
        // Opening repairs a truncated last line, so every line is a whole event.
        try await NDJSONSink(path: file).close()
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        let written = Set(try lines.compactMap { try JSONValue(parsing: $0)[path: ["meta", "id"]]?.string })
        #expect(accepted.subtracting(written) == [])
    }

    /// Fails when a store is opened by each of its names: what had got 201 by one of them was gone by the other.
    @Test func `a store that got a second name before a kill loses no event by either`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let (store, other) = (folder.path("k.sqlite"), folder.path("x.sqlite"))
        let server = try await Server.start(store: store)
        try FileManager.default.linkItem(atPath: store, toPath: other)
        let url = try #require(URL(string: "\(server.url)/v1/events"))
        let enough = Counter()
        async let accepted = send(to: url, "a", enough)
        await enough.wait(for: 1)
        server.child.send(SIGKILL)
        _ = await server.child.result()
        for path in [other, store] {
            let result = try await Child.run("eventctl", ["serve", "--store", path])
            #expect(result.status == 70 && result.errors.contains("has 2 names (hard links)"), "\(result.errors)")
        }
        try FileManager.default.removeItem(atPath: other)
        await (try await Server.start(store: store)).stop()
        let stored = Set(try IntakeStore(reading: store).events().map(\.id))
        let ids = await accepted
        #expect(ids.count >= 20 && Set(ids).subtracting(stored) == [])
    }

    /// Sends batches one after the other until there is no response.
    ///
    /// - Returns: the ids of the events whose response was 201.
    private func send(to url: URL, _ name: String, _ enough: Counter) async -> [String] {
        var accepted: [String] = []
        for batch in 0... {
            let ids = (0..<5).map { "\(name)-\(batch)-\($0)" }
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data("[\(ids.map(Self.event).joined(separator: ","))]".utf8)
            // After the kill there is no response.
            do {
                let (_, response) = try await URLSession.shared.data(for: request)
                guard (response as? HTTPURLResponse)?.statusCode == 201 else { return accepted }
            } catch {
                return accepted
            }
            accepted += ids
            if batch == 3 { await enough.raise() }
        }
        return accepted
    }

    private static func event(_ id: String) -> String {
        let meta = #"{"stream":"app.interactions","id":"\#(id)"}"#
        return #"{"$schema":"/analytics/product_metrics/app/base/1.3.0","meta":\#(meta),"action":"click","agent":{}}"#
    }
}

/// Counts, and lets a task wait until the count is reached.
private actor Counter {
    private var count = 0
    private var waiting: (limit: Int, continuation: CheckedContinuation<Void, Never>)?

    func raise() {
        count += 1
        if let (limit, continuation) = waiting, count >= limit {
            waiting = nil
            continuation.resume()
        }
    }

    func wait(for limit: Int) async {
        guard count < limit else { return }
        await withCheckedContinuation { waiting = (limit, $0) }
    }
}
