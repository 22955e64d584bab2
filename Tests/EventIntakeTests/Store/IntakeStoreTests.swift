import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// The store's bound, and commits that many requests share.
@Suite(.waitLimit) struct IntakeStoreTests {
    private func batch(_ range: Range<Int>) -> String {
        "[" + range.map { Fixture.event(id: "\($0)") }.joined(separator: ",") + "]"
    }

    @Test func `above the maximum the oldest events are removed, exactly`() async throws {
        try await withOwnIntake {
            $0.maximumEvents = 100
        } _: { client async throws in
            for start in stride(from: 0, to: 250, by: 50) {
                #expect(try await client.post(batch(start..<start + 50)).status == 201)
                #expect(try client.intake.store.count() == min(100, start + 50))
            }
            #expect(try client.intake.store.events().map(\.id) == (150..<250).map(String.init))
            // Copies take no room.
            #expect(try await client.post(batch(200..<250)).status == 201)
            #expect(try client.intake.store.events().map(\.id) == (150..<250).map(String.init))
            #expect(try client.intake.store.repeats() == 50)
        }
    }

    @Test func `the maximum holds after a restart and after a removal`() async throws {
        try await inFolder { folder in
            let path = folder + "/store.sqlite"
            for start in [0, 40] {
                try await withOwnIntake {
                    $0.maximumEvents = 50
                    $0.storePath = path
                } _: { client async throws in
                    #expect(try await client.post(batch(start..<start + 40)).status == 201)
                }
            }
            let store = try IntakeStore(path: path, maximumEvents: 50)
            #expect(try store.events().map(\.id) == (30..<80).map(String.init))
            try await store.removeAll()
            let events = (0..<60).map { SinkEvent(id: "n\($0)", stream: "s", schema: "/s", event: JSON([:])) }
            try await store.add(events)
            #expect(try store.events().map(\.id) == (10..<60).map { "n\($0)" })
            let positions = try store.events().map(\.position)
            #expect(positions.first.map { $0 > 80 } == true)
            try store.close()
        }
    }

    @Test func `error events have their own maximum and displace no event of a client`() async throws {
        let store = try IntakeStore(maximumEvents: 50)
        func events(_ stream: String, _ range: Range<Int>) -> [SinkEvent] {
            range.map { SinkEvent(id: "\(stream)\($0)", stream: stream, schema: "/s", event: JSON([:])) }
        }
        try await store.add(events("s", 0..<40))
        for start in stride(from: 0, to: 10_500, by: 500) {
            try await store.add(events("x.error.validation", start..<start + 500))
        }
        #expect(try store.count(stream: "s") == 40)
        #expect(try store.count(stream: "x.error.validation") == 10_000)
        #expect(try store.events(stream: "x.error.validation").first?.id == "x.error.validation500")
        try await store.add(events("s", 40..<120))
        #expect(try store.events(stream: "s").map(\.id) == (70..<120).map { "s\($0)" })
        #expect(try store.count(stream: "x.error.validation") == 10_000)
        try await store.add(events("s", 120..<125) + events("x.error.validation", 10_500..<10_501))
        #expect(try store.events(stream: "s").first?.id == "s75")
        #expect(try store.count(stream: "x.error.validation") == 10_000)
        try store.close()
    }

    @Test func `both maximums hold after reopening`() async throws {
        try await inFolder { folder in
            let path = folder + "/store.sqlite"
            for round in 0..<2 {
                let store = try IntakeStore(path: path, maximumEvents: 3)
                for kind in ["s", "x.error.validation"] {
                    try await store.add(
                        (0..<3).map {
                            SinkEvent(id: "\(kind)\(round)\($0)", stream: kind, schema: "/s", event: JSON([:]))
                        })
                }
                #expect(try store.events(stream: "s").map(\.id) == (0..<3).map { "s\(round)\($0)" })
                #expect(try store.count(stream: "x.error.validation") == 3 * (round + 1))
                try store.close()
            }
        }
    }

    @Test func `a store that another intake writes is refused, until that one has stopped`() async throws {
        try await inFolder { folder in
            let path = folder + "/store.sqlite"
            let first = try IntakeStore(path: path)
            let error = #expect(throws: IntakeError.self) { try IntakeStore(path: path) }
            #expect(error?.code == .storeUnusable)
            #expect(error?.message.contains("another intake writes this store") == true)
            // Reading beside the writer is allowed.
            #expect(try IntakeStore(reading: path).count() == 0)
            try await first.add([SinkEvent(id: "a", stream: "s", schema: "/s", event: JSON([:]))])
            try first.close()
            let second = try IntakeStore(path: path)
            #expect(try second.count() == 1)
            try second.close()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy { !$0.hasSuffix(".lock") })
        }
    }

    @Test func `concurrent requests store each event once, in the order of its request`() async throws {
        try await withOwnIntake { client async throws in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for request in 0..<40 {
                    group.addTask { try await client.post(batch(request * 20..<request * 20 + 20)).status }
                }
                for try await status in group { #expect(status == 201) }
            }
            let ids = try client.intake.store.events().compactMap { Int($0.id) }
            #expect(ids.sorted() == Array(0..<800))
            for request in 0..<40 {
                #expect(ids.filter { $0 / 20 == request } == Array(request * 20..<request * 20 + 20))
            }
        }
    }

    @Test func `items that arrive during a commit are committed together, in order, up to the limit`()
        async throws
    {
        let commits = Locked<[[Int]]>([])
        let gate = DispatchSemaphore(value: 0)
        let queue = CommitQueue<Int>(label: "test", limit: 3) { items, _ in
            commits.withLock { $0.append(items) }
            if items == [0] { gate.wait() }
        }
        async let first: Void = queue.add(0)
        await until("the first commit begins") { commits.withLock { !$0.isEmpty } }
        let rest = (1...5).map { number in
            let task = Task { try await queue.add(number) }
            return task
        }
        await until("five items wait") { queue.waitingCount == 5 }
        gate.signal()
        try await first
        for task in rest { try await task.value }
        let committed = commits.withLock { $0 }
        #expect(committed.map(\.count) == [1, 3, 2])
        #expect(committed.joined().sorted() == [0, 1, 2, 3, 4, 5])
    }

    @Test func `a failed commit throws for its own items only`() async throws {
        struct Broken: Error {}
        let queue = CommitQueue<Int>(label: "test", limit: 1) { items, _ in if items == [13] { throw Broken() } }
        try await queue.add(1)
        await #expect(throws: Broken.self) { try await queue.add(13) }
        try await queue.add(2)
    }
}
