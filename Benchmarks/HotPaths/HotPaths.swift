import ArgumentParser
import EventPlatform
import EventSupport
import Foundation

/// Runs one of the client's hot paths so many times, and then compares the ledger with what should have happened.
///
/// Its `main` is synchronous, so that it runs under callgrind. `Benchmarks/instructions` takes the difference of two
/// runs, which leaves out what the start costs; `Benchmarks/compare` uses the times that `--timed` prints.
@main
struct HotPaths: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "hot-paths")

    enum Path: String, ExpressibleByArgument, CaseIterable {
        /// Submit calls for a stream that has no session in its sample.
        case refused
        /// Submit calls that are taken, on the caller's thread alone.
        case submit
        /// From the submit call to the commit in the store file.
        case store
        /// From the store file to the intake's response.
        case drain
    }

    @Argument(help: "refused, submit, store or drain.") var path: Path
    @Option(help: "How many events.") var count: Int
    @Option(help: "How many sessions the events belong to.") var sessions = 1
    @Option(help: "Where a drain goes; unless given, a response comes from memory.") var url: String?
    @Flag(help: "Print times.") var timed = false

    func run() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hot-paths-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let client = Workload.client(file: folder.appending(path: "events.sqlite"), url: url)
        let outcome = measure(client)
        let ledger = client.ledger.total
        Blocking.run { await client.shutdown(deadline: .zero) }
        try remove(folder)
        guard outcome.isExpected(ledger) else {
            throw ValidationError("the account of \(count) events is not what it should be: \(ledger)")
        }
        if timed { print(outcome.times.map { "\($0.name)\t\($0.value)" }.joined(separator: "\n")) }
    }

    /// Under callgrind the store closes later than the shutdown allows, and its files disappear meanwhile.
    private func remove(_ folder: URL) throws {
        for _ in 0..<100 {
            do { return try FileManager.default.removeItem(at: folder) } catch { Thread.sleep(forTimeInterval: 0.1) }
        }
        try FileManager.default.removeItem(at: folder)
    }

    private func measure(_ client: EventPlatformClient) -> Outcome {
        Blocking.run { await client.loadConfigurations() }
        switch path {
        case .refused: return refused(client)
        case .submit: return submit(client)
        case .store: return store(client)
        case .drain: return drain(client)
        }
    }

    // MARK: - The paths

    private func refused(_ client: EventPlatformClient) -> Outcome {
        let perSession = max(1, count / max(1, sessions))
        var nanoseconds: UInt64 = 0
        var done = 0
        while done < count {
            if sessions > 1 { client.resetSession() }
            let start = DispatchTime.now().uptimeNanoseconds
            for _ in 0..<min(perSession, count - done) { Workload.submit(done, to: client, "benchmark.refused") }
            nanoseconds += DispatchTime.now().uptimeNanoseconds - start
            done += perSession
        }
        return Outcome(times: [("refused ns", Double(nanoseconds) / Double(count))]) {
            [count] in $0.dropped == [.outOfSample: count]
        }
    }

    /// In groups that the inbox has room for; what the pipeline does with them is not timed.
    private func submit(_ client: EventPlatformClient) -> Outcome {
        var nanoseconds: [UInt64] = []
        nanoseconds.reserveCapacity(count)
        for number in 0..<count {
            let start = DispatchTime.now().uptimeNanoseconds
            Workload.submit(number, to: client)
            nanoseconds.append(DispatchTime.now().uptimeNanoseconds - start)
            if timed, number % 64 == 63 { Blocking.run { await client.persist() } }
        }
        nanoseconds.sort()
        return Outcome(times: [
            ("submit p50 ns", Double(nanoseconds[count / 2])), ("submit p99 ns", Double(nanoseconds[count * 99 / 100])),
        ]) { [count] in $0.submitted == count && $0.droppedTotal == 0 }
    }

    private func store(_ client: EventPlatformClient) -> Outcome {
        let start = DispatchTime.now().uptimeNanoseconds
        fill(client)
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        return Outcome(times: [("stored events/s", Double(count) / seconds)]) {
            [count] in $0.pending == count && $0.droppedTotal == 0
        }
    }

    private func drain(_ client: EventPlatformClient) -> Outcome {
        fill(client)
        let start = DispatchTime.now().uptimeNanoseconds
        Blocking.run { await client.flush(deadline: .seconds(600)) }
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        return Outcome(times: [("drained events/s", Double(count) / seconds)]) { [count] in $0.delivered == count }
    }

    /// Stores the events. For times, a group is submitted while the pipeline stores the one before, as by an app; for
    /// counts, each group waits for the one before, so that the same transactions are counted each time.
    private func fill(_ client: EventPlatformClient) {
        var storing: Task<Bool, Never>?
        for first in stride(from: 0, to: count, by: 1024) {
            for number in first..<min(count, first + 1024) { Workload.submit(number, to: client) }
            let previous = storing
            storing = Task { await client.persist() }
            if let waited = timed ? previous : storing { Blocking.run { await waited.value } }
        }
        if let storing { Blocking.run { await storing.value } }
    }
}

/// What a path has taken, and whether the ledger is as it should be then.
private struct Outcome {
    let times: [(name: String, value: Double)]
    let isExpected: (Ledger.Account) -> Bool
}

/// Waits for asynchronous work on the calling thread.
private enum Blocking {
    @discardableResult
    static func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) -> Result {
        let (done, result) = (DispatchSemaphore(value: 0), Locked<Result?>(nil))
        Task {
            let value = await work()
            result.withLock { $0 = value }
            done.signal()
        }
        while true {
            done.wait()
            if let value = (result.withLock { $0 }) { return value }
        }
    }
}
