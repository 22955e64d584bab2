import EventSupport
import Foundation
package import Testing

/// Ends tests that wait for ever.
///
/// No test sleeps, so one that lasts long works, itself or in a program that it has started. While this process has
/// used next to no processor time for 40 seconds, its tests wait for what never comes: each records an issue and is
/// cancelled. A test that does not end then, such as one that blocks its thread, ends the process.
package struct WaitLimit: TestTrait, SuiteTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Self.run("\(test.displayName ?? test.name) (\(test.sourceLocation))", .shared, function)
    }

    static func run(
        _ name: String, _ watch: IdleWatch, _ function: @Sendable () async throws -> Void
    ) async throws {
        let idle = Signal()
        let id = watch.begin(name, idle)
        defer { watch.end(id) }
        try await withoutActuallyEscaping(function) { function in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await function() }
                group.addTask {
                    await idle.wait(after: 0)
                    guard idle.count > 0 else { return }
                    Issue.record("\(name) waits for ever: the process has been idle for \(IdleWatch.limit) seconds")
                }
                try await group.next()
                group.cancelAll()
                try await group.waitForAll()
            }
        }
    }
}

extension Trait where Self == WaitLimit {
    /// Ends the tests when they wait for ever.
    package static var waitLimit: Self { WaitLimit() }
}

/// Notices that the process does nothing while tests run, on a thread of its own, since tests may block all others.
final class IdleWatch: Sendable {
    /// How many seconds the process may be idle.
    static let limit = 40
    /// How many seconds a cancelled test has to end.
    private static let secondsToEnd = 15
    static let shared = IdleWatch()

    private struct RunningTest {
        let name: String
        let idle: Signal
        var secondsToEnd: Int?
    }

    private struct State {
        var tests: [UUID: RunningTest] = [:]
        /// The processor time that was used when the process last worked, and how many seconds ago that was.
        var worked: (used: Duration, secondsAgo: Int) = (.zero, 0)

        /// A second has passed.
        ///
        /// - Returns: the tests that wait for ever and have not ended.
        mutating func tick(used: Duration) -> [RunningTest] {
            let isWorking = used - worked.used > .milliseconds(200) || tests.isEmpty
            worked = isWorking ? (used, 0) : (worked.used, worked.secondsAgo + 1)
            for id in tests.keys {
                if let left = tests[id]?.secondsToEnd { tests[id]?.secondsToEnd = left - 1 }
                guard worked.secondsAgo == IdleWatch.limit else { continue }
                tests[id]?.secondsToEnd = IdleWatch.secondsToEnd
                tests[id]?.idle.raise()
            }
            return tests.values.filter { $0.secondsToEnd == 0 }
        }
    }
    private let state = Locked(State())

    private init() {
        Thread.detachNewThread { [self] in
            while true {
                Thread.sleep(forTimeInterval: 1)
                let used = Self.processorTime
                let hanging = state.withLock { $0.tick(used: used) }
                if !hanging.isEmpty { Self.endProcess(hanging.map(\.name)) }
            }
        }
    }

    /// Raises `idle` when the process becomes idle before the test ends.
    func begin(_ test: String, _ idle: Signal) -> UUID {
        let id = UUID()
        state.withLock { $0.tests[id] = RunningTest(name: test, idle: idle) }
        return id
    }

    func end(_ id: UUID) { state.withLock { $0.tests[id] = nil } }

    private static func endProcess(_ tests: [String]) -> Never {
        let names = tests.map { "  \($0)\n" }.sorted().joined()
        FileHandle.standardError.write(Data("These tests wait for ever, and do not end when cancelled:\n\(names)".utf8))
        _exit(EXIT_FAILURE)
    }

    /// The processor time of this process so far.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
