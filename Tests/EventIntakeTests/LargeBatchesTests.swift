import Dispatch
import TestSupport
import Testing

@testable import EventIntake

@Suite(.waitLimit) struct LargeBatchesTests {
    @Test func `no more than 64 batches wait, and each that ends makes room`() async throws {
        let (batches, gate) = (LargeBatches(), DispatchSemaphore(value: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<LargeBatches.maximum {
                group.addTask { try await batches.run { gate.wait() } }
            }
            await until("all wait") { batches.count == LargeBatches.maximum }
            let refusal = await #expect(throws: SinkUnavailable.self) { try await batches.run {} }
            // Counted apart from what a sink refuses: strangers can cause it.
            #expect(refusal?.isBusy == true && !SinkUnavailable("", retryAfter: .zero).isBusy)
            gate.signal()
            try await group.next()
            #expect(batches.count == LargeBatches.maximum - 1)
            for _ in 0..<LargeBatches.maximum { gate.signal() }
            try await group.waitForAll()
        }
        #expect(batches.count == 0)
        #expect(try await batches.run { 7 } == 7)
    }
}
