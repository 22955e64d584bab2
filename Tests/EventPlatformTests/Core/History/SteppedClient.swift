import EventPlatformTesting
import EventSupport
import TestSupport
import Testing

@testable import EventPlatform

/// A client whose steps a test makes one by one, in place of ``ClientCore/run()`` and the waits of a flush.
///
/// No step depends on real time: clocks are manual, responses are given, and a step ends when every request that the
/// client has begun is held by the transport, and every load of a schema waits for its next attempt. What the client
/// does in other tasks has then come back to it.
struct SteppedClient {
    let client: EventPlatformClient
    let clock: ManualClock
    let connection: HeldConnection
    var core: ClientCore { client.runtime.core }

    // MARK: - The end of a step

    /// Waits until nothing goes on outside of the client.
    func settle() async { await until("nothing goes on outside of the client") { await isSettled } }

    /// The held ones are counted first: they stay held until the test answers them, so that nothing else goes on if
    /// what has begun is not more.
    private var isSettled: Bool {
        get async {
            let (held, sleeps) = (connection.counts, clock.sleeps.count)
            let requests = await core.requests.all
            return requests.count == held.events && !requests.contains { $0.isCancelled }
                && client.runtime.loader.loadCount == held.schemas + sleeps
        }
    }

    // MARK: - Steps

    func receive(_ message: Mailbox.Message) async {
        await core.receive(message)
        await settle()
    }

    /// Advances the clocks. No request for a schema may be held: it would end by its time limit.
    func advance(by duration: Duration) async {
        #expect(connection.counts.schemas == 0)
        clock.advance(by: max(.zero, duration))
        await settle()
    }

    /// Does what is due, until nothing is due.
    func work() async {
        for _ in 0..<100 {
            await core.doWhatIsDue()
            await settle()
            guard let next = await core.nextTime, next <= clock.sinceBoot else { return }
        }
        Issue.record("something is always due")
    }

    /// Sends once; `respond` answers a request. No request with events may be held before.
    func dispatch(_ respond: () async throws -> Void) async throws {
        let isDone = Locked(false)
        let cycle = Task { [core] in
            await core.cycle(isPaced: false)
            isDone.withLock { $0 = true }
        }
        while true {
            await until("the cycle waits for a response, or ends") {
                if isDone.withLock(\.self) { return true }
                guard connection.counts.events > 0 else { return false }
                return await isSettled
            }
            if connection.counts.events == 0 { break }
            try await respond()
        }
        await cycle.value
        await settle()
    }

    /// Flushes. `respond` answers a request; `wait` lets a duration pass.
    func flush(
        for duration: Duration, respond: () async throws -> Void, wait: (Duration) async throws -> Void
    ) async throws -> FlushEnd {
        await core.beginFlush()
        await settle()
        var flush = Flush(end: clock.sinceBoot + duration)
        for _ in 0..<1000 {
            let state = await core.go(on: &flush)
            await settle()
            switch state {
            case .ended(let end): return end
            case .time(let time): try await wait(min(time, flush.end) - clock.sinceBoot)
            case .response:
                let counts = connection.counts
                if counts.events + counts.schemas > 0 {
                    try await respond()
                } else {
                    try await wait(flush.end - clock.sinceBoot)
                }
            }
        }
        Issue.record("a flush does not end")
        return .deadline
    }

    /// Ends the client as ``EventPlatformClient/shutdown(deadline:)`` does after the flush.
    func close() async {
        await core.closeSenders()
        await settle()
        await client.runtime.stop()
        await core.close()
        await settle()
    }
}
