import EventPlatform
import EventSupport
import Foundation

extension Run {
    /// Creates and starts a client, as an app does when it is launched, submits and flushes. The first request is held until the
    /// client shuts down, so that all events are left.
    func start(_ workload: Workload) -> (EventPlatformClient, Outcome) {
        let connection = Holding()
        var configuration = workload.configuration
        configuration.network.connection = connection
        let start = DispatchTime.now().uptimeNanoseconds
        let client = workload.client(configuration).start()
        for number in 0..<count { workload.submit(number, to: client) }
        let submitted = DispatchTime.now().uptimeNanoseconds
        let flush = Task { await client.flush(deadline: .seconds(60)) }
        connection.requested.wait()
        let requested = DispatchTime.now().uptimeNanoseconds
        flush.cancel()
        Blocking.run { await flush.value }
        let figures = [
            ("start to submit µs", Double(submitted - start) / 1e3),
            ("submit to request µs", Double(requested - submitted) / 1e3),
        ]
        return (client, Outcome(figures: figures) { [count, waiting] in $0.pending == waiting + count })
    }

    /// Counts what a process does in ten seconds that has run a task, and then what one does whose started client was
    /// left alone for long enough to come to rest.
    func idle(_ workload: Workload) throws -> (EventPlatformClient, Outcome) {
        Blocking.run {}
        let without = try activity()
        let client = workload.client().start()
        let with = try activity()
        let figures = [
            ("idle wake-ups", with.wakeUps), ("idle wake-ups without a client", without.wakeUps),
            ("idle writes", with.writes),
        ]
        return (client, Outcome(figures: figures) { $0.submitted == 0 })
    }

    /// The wake-ups and writes of ten seconds, five seconds from now.
    private func activity() throws -> (wakeUps: Double, writes: Double) {
        Thread.sleep(forTimeInterval: 5)
        let before = try ProcessFiles.activity()
        Thread.sleep(forTimeInterval: 10)
        let after = try ProcessFiles.activity()
        let wakeUps = after.waits.map { thread, waits in waits - (before.waits[thread] ?? 0) }
        return (Double(wakeUps.reduce(0, +)), Double(after.writes - before.writes))
    }

    /// Gives no response, and says when there is a request.
    private struct Holding: NetworkConnection {
        let requested = DispatchSemaphore(value: 0)

        func send(_ request: NetworkRequest) async throws -> NetworkResponse {
            requested.signal()
            try await Task.sleep(for: .seconds(600))
            throw CancellationError()
        }
    }
}
