import EventPlatform
import EventSchema
import Foundation
import GRDB
import Logging
import TestSupport
import Testing

/// Clients in processes of their own, which submit at full rate and are killed at random times: every persisted event
/// is received, and only others may be missing.
///
/// `EVENT_STORE_KILLS` sets how many times a process is killed; 30 unless given.
@Suite(.serialized, .idleLimit) struct StoreKillTests {
    static let kills = ProcessInfo.processInfo.environment["EVENT_STORE_KILLS"].flatMap { Int($0) } ?? 30

    /// Fails when a commit is not one transaction, or `persist()` returns before the commit.
    @Test func `persisted events of one process killed at random are all received`() async throws {
        let place = try await Place()
        var persisted: [String: Int] = [:]
        for run in 0..<Self.kills {
            persisted["run\(run)"] = try await place.hammer("run\(run)", ["--unlimited"])
        }
        try await place.expectArrival(of: persisted)
    }

    /// Fails when the owner imports a spool without recording that in the same transaction.
    @Test func `persisted events of two processes killed at random are all received`() async throws {
        let place = try await Place()
        var persisted: [String: Int] = [:]
        for run in 0..<(Self.kills + 1) / 2 {
            let enqueueOnly = run.isMultiple(of: 3) ? ["--enqueue-only"] : []
            async let first = place.hammer("a\(run)", ["--unlimited"])
            async let second = place.hammer("b\(run)", ["--unlimited"] + enqueueOnly)
            (persisted["a\(run)"], persisted["b\(run)"]) = try await (first, second)
        }
        try await place.expectArrival(of: persisted)
    }

    /// Events dropped by the limits are counted, so no others may be missing. Fails when an event awaits its schema in
    /// memory only, or a drop and its count are two transactions.
    @Test func `with default limits every persisted event is received or counted as dropped`() async throws {
        let place = try await Place()
        let kinds = [
            "--stream", "app.error_reports", "--stream", "app.interactions", "--reading-stream", "app.article_reading",
        ]
        var persisted: [String: Int] = [:]
        for run in 0..<(Self.kills + 1) / 2 {
            async let first = place.hammer("a\(run)", kinds)
            async let second = place.hammer("b\(run)", kinds)
            (persisted["a\(run)"], persisted["b\(run)"]) = try await (first, second)
        }
        try await place.expectArrival(of: persisted, orDrop: true)
    }

    /// Fails when only the process in which consent is declined removes what is stored.
    @Test func `what was stored before a refusal is never sent, whenever the process is killed`() async throws {
        let place = try await Place()
        var refusals = 0
        for run in 0..<(Self.kills + 4) / 5 {
            if try await place.decline("declined\(run)") { refusals += 1 }
            try await place.submitAfterGrant("granted\(run)")
        }
        await place.server.stop()
        let arrived = try place.arrivals().numbers
        #expect(refusals > 0)
        #expect(arrived.keys.filter { $0.hasPrefix("declined") } == [])
        #expect(arrived.count == (Self.kills + 4) / 5)
        place.folder.remove()
    }

    /// An intake that keeps running, and a store whose clients are killed.
    private struct Place {
        let folder: TemporaryFolder
        let server: Server

        init() async throws {
            folder = try TemporaryFolder()
            server = try await Server.start(store: folder.path("intake.sqlite"))
        }

        /// Runs a client that is killed after a random time.
        ///
        /// - Returns: how many of its events were persisted, as far as it has printed.
        func hammer(_ name: String, _ arguments: [String]) async throws -> Int {
            // Most are killed while they store, some while they send.
            let life = Double.random(in: 0.05...0.6) * (Int.random(in: 0..<4) == 0 ? 4 : 1)
            // --foreground: `timeout` does not end before the client has, which then has left the store.
            let hammer = Child.products.appendingPathComponent("StoreHammer").path
            let child = try Child(
                program: URL(fileURLWithPath: "/usr/bin/timeout"),
                [
                    "--foreground", "-s", "KILL", "\(life)", hammer, "--server", server.url, "--store",
                    folder.path("queue.sqlite"),
                    "--name", name, "--count", "1000",
                ] + arguments)
            let result = await child.result()
            // What `timeout` exits with when it had to kill: the client neither ended by itself nor failed to start.
            #expect(result.status == 137, "\(result.errors)")
            // The last line may be truncated.
            let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            return lines.last.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) } ?? 0
        }

        /// Delivers the events that are left, and compares what was received with what was persisted.
        ///
        /// With `drops`, the client's limits may have dropped events, which are then counted.
        func expectArrival(of persisted: [String: Int], orDrop drops: Bool = false) async throws {
            let send = [
                "send", "-", "--stream-configs", server.url, "--schemas", server.url + "/schemas", "--store",
                folder.path("queue.sqlite"),
            ]
            let result = try await Child.run("eventctl", send + ["--deadline", "600"])
            // 1 where it imports a spool whose client has dropped events.
            #expect(result.status == 0 || drops && result.status == 1, "\(result.errors)")
            let ledger = try SendTests.ledger(result)
            await server.stop()
            let arrived = try arrivals()
            var lost = 0
            for (name, count) in persisted {
                let numbers = arrived.numbers[name] ?? []
                let missing = Set(0..<count).subtracting(numbers)
                #expect(drops || missing.isEmpty, "\(name): \(count) persisted, \(missing.count) of them missing")
                #expect(drops || numbers == Set(0..<numbers.count), "\(name): events are missing before the last")
                lost += missing.count
            }
            let total = arrived.numbers.values.reduce(0) { $0 + $1.count }
            let dropped = (ledger["dropped"]?.object ?? [:]).reduce(0) { $0 + Int($1.value.number?.double ?? 0) }
            #expect(dropped == 0 || drops, "\(ledger)")
            #expect(lost <= dropped, "\(lost) persisted events are missing; \(ledger)")
            #expect(
                ledger["submitted"] == .number(total + dropped) && ledger["delivered"] == .number(total), "\(ledger)")
            #expect(arrived.copies == total, "an id is stored twice")
            // A kill damages nothing, so that no store was rebuilt.
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            #expect(!names.contains { $0.contains(".set-aside") }, "\(names)")
            print(
                "\(persisted.count) kills: \(persisted.values.reduce(0, +)) persisted, \(lost) of them missing, "
                    + "\(total) arrived, \(arrived.repeats) copies of those came again and were recognised"
            )
            let findings = try await Child.run("eventctl", ["queue", "check", "--store", folder.path("queue.sqlite")])
            #expect(findings.status == 0, "\(findings.output)")
            folder.remove()
        }

        /// Stores events, and is killed while the user's refusal is carried out.
        ///
        /// - Returns: whether the refusal was made before.
        func decline(_ name: String) async throws -> Bool {
            let child = try Child(
                "StoreHammer",
                [
                    "--server", server.url, "--store", folder.path("queue.sqlite"), "--name", name, "--count", "3000",
                    "--unlimited", "--decline",
                ])
            #expect(await child.firstLine() == "declining")
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...40)))
            child.send(SIGKILL)
            _ = await child.result()
            return try String(contentsOfFile: folder.path("queue.consent"), encoding: .utf8).hasPrefix("declined")
        }

        /// Grants consent and sends an event, as the next process of the app. A refusal that was not made before the
        /// process was killed is made first.
        func submitAfterGrant(_ name: String) async throws {
            var configuration = EventPlatformClient.Configuration(
                server: try #require(URL(string: server.url)), store: .file(folder.file("queue.sqlite")))
            configuration.logger = Logger(label: name) { _ in SwiftLogNoOpLogHandler() }
            var context = Context()
            context.agent.clientPlatform = "ios"
            let client = EventPlatformClient(configuration, context: context)
            try await client.openStore()
            if client.consent != .declined { await client.set(consent: .declined) }
            #expect(await client.set(consent: .granted))
            client.start()
            client.submitClick(stream: "app.error_reports", interactionData: .init(elementID: "\(name)-0"))
            #expect(await client.flush(deadline: .seconds(60)).pending == 0)
            _ = await client.shutdown(deadline: .seconds(5))
        }

        fileprivate func arrivals() throws -> (numbers: [String: Set<Int>], copies: Int, repeats: Int) {
            let queue = try DatabaseQueue(path: folder.path("intake.sqlite"))
            return try queue.read { database in
                var numbers: [String: Set<Int>] = [:]
                let rows = try String.fetchCursor(
                    database, sql: "SELECT json_extract(body, '$.element_id') FROM event")
                while let element = try rows.next() {
                    let parts = element.split(separator: "-")
                    numbers[String(parts[0]), default: []].insert(Int(parts[1]) ?? -1)
                }
                let copies = try Int.fetchOne(database, sql: "SELECT count(*) FROM event") ?? 0
                let repeats = try Int.fetchOne(database, sql: "SELECT sum(repeats) FROM event") ?? 0
                return (numbers, copies, repeats)
            }
        }
    }
}
