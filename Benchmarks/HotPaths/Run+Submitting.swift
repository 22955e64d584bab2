import EventPlatform
import EventSupport
import Foundation

extension Run {
    /// Calls that the gate refuses. Nothing is asynchronous in them.
    func refused(
        _ client: EventPlatformClient, _ workload: Workload, _ stream: EventPlatformClient.Stream, _ reason: DropReason
    ) -> Outcome {
        let perSession = max(1, count / max(1, sessions))
        var nanoseconds: UInt64 = 0
        for first in stride(from: 0, to: count, by: perSession) {
            if sessions > 1 { client.resetSession() }
            nanoseconds += elapsed {
                for number in first..<min(count, first + perSession) { Workload.click(number, client, stream) }
            }
        }
        let perCall = Double(nanoseconds) / Double(max(1, count))
        return Outcome(figures: [("\(path.rawValue) ns", perCall)]) { [count] in $0.dropped == [reason: count] }
    }

    /// Calls that the inbox has room for, in rounds of all threads at once; what the core does with a round is not
    /// timed.
    func submit(_ client: EventPlatformClient, _ workload: Workload) -> Outcome {
        var nanoseconds: [UInt64] = []
        let perThread = timed ? 64 : count
        for first in stride(from: 0, to: count, by: perThread * threads) {
            nanoseconds += Self.atOnce(threads: threads) { thread in
                let begin = min(count, first + thread * perThread)
                return (begin..<min(count, begin + perThread)).map { number in
                    elapsed { workload.submit(number, to: client) }
                }
            }
            if timed { Blocking.run { await client.persist() } }
        }
        nanoseconds.sort()
        let at = { (percent: Int) in nanoseconds.isEmpty ? 0 : Double(nanoseconds[nanoseconds.count * percent / 100]) }
        return Outcome(figures: [("submit p50 ns", at(50)), ("submit p99 ns", at(99))]) {
            [count] in $0.submitted == count && $0.droppedTotal == 0
        }
    }

    /// Does the work of each thread, which all begin together; one thread is the caller's own.
    private static func atOnce(threads: Int, _ work: @escaping @Sendable (Int) -> [UInt64]) -> [UInt64] {
        guard threads > 1 else { return work(0) }
        let (ready, go, results) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Locked<[UInt64]>([]))
        for thread in 0..<threads {
            Thread.detachNewThread {
                ready.signal()
                go.wait()
                let result = work(thread)
                results.withLock { $0 += result }
                ready.signal()
            }
        }
        for _ in 0..<threads { ready.wait() }
        for _ in 0..<threads { go.signal() }
        for _ in 0..<threads { ready.wait() }
        return results.withLock { $0 }
    }
}

/// The nanoseconds that work takes.
func elapsed(_ work: () -> Void) -> UInt64 {
    let start = DispatchTime.now().uptimeNanoseconds
    work()
    return DispatchTime.now().uptimeNanoseconds - start
}
