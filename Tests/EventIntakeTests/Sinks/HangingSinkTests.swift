import Dispatch
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// Sinks whose write hangs, as that to a pipe that nobody reads.
@Suite(.waitLimit) struct HangingSinkTests {
    @Test func `a commit that hangs delays neither a cancelled task nor the end`() async throws {
        let (begun, mayEnd) = (Signal(), DispatchSemaphore(value: 0))
        let done = Locked<[String]>([])
        let queue = CommitQueue<Int>(label: "test", limit: 1) { items, _ in
            begun.raise()
            mayEnd.wait()
            done.withLock { $0.append("committed \(items)") }
        }
        let first = Task { try await queue.add(1) }
        await begun.wait(after: 0)
        let second = Task { try await queue.add(2) }
        await until("the second item waits") { queue.waitingCount == 1 }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let ended = Signal()
        await queue.end {
            done.withLock { $0.append("ended") }
            ended.raise()
        }
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(done.withLock { $0 } == [])
        mayEnd.signal()
        await ended.wait(after: 0)
        #expect(done.withLock { $0 } == ["committed [1]", "ended"])
    }

    @Test func `events get 500 while nobody reads the output, and its lines are whole when the reader goes on`()
        async throws
    {
        let pipe = Pipe()
        let sink = StandardOutputSink(
            descriptor: pipe.fileHandleForWriting.fileDescriptor, maximumWait: .milliseconds(50))
        let log = RecordedLog()
        let workspace = try TestWorkspace()
        defer { workspace.remove() }
        var configuration = workspace.configuration
        configuration.sinks = [sink]
        // More than a pipe holds.
        let large = TestWorkspace.event(#","flavour":"\#(String(repeating: "x", count: 90_000))""#, id: "large")
        try await withIntake(configuration, logger: log.logger) { intake in
            let client = Client(intake: intake)
            for event in [large, TestWorkspace.event(id: "waiting")] {
                let response = try await client.post(event)
                #expect(response.status == 500)
                let message = response.json["error"]?.array?.first?["context"]?["message"]?.string
                #expect(message?.contains("has not taken the events in time") == true, "\(message ?? "")")
            }
            #expect(log.lines.contains { $0.hasPrefix("events not stored") })
            var output = Data()
            while output.last != UInt8(ascii: "\n") { output += pipe.fileHandleForReading.availableData }
            try await until("an event is accepted again") {
                try await client.post(TestWorkspace.event(id: "after")).status == 201
            }
            try pipe.fileHandleForWriting.close()
            output += try pipe.fileHandleForReading.readToEnd() ?? Data()
            let lines = try output.split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: [UInt8]($0)) }
            let ids = lines.map { $0[path: ["meta", "id"]]?.string }
            #expect(ids.first == "large" && Set(ids) == ["large", "after"])
        }
    }
}
