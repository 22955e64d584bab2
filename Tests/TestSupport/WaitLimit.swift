import EventSupport
import Foundation
package import Testing

/// Ends tests that wait or work for ever.
///
/// No test sleeps, so one that lasts long works, itself or in a program that it has started. While this process has
/// used next to no processor time for 40 seconds, its tests wait for what never comes. A test that has lasted for ten
/// minutes works in a loop that does not end. Such a test records an issue and is cancelled; one that does not end
/// then, such as one that blocks its thread, ends the process.
package struct WaitLimit: TestTrait, SuiteTrait, TestScoping {
    package let isRecursive = true
    /// Whether a test may last for more than ten minutes.
    let allowsLongWork: Bool

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let name = "\(test.displayName ?? test.name) (\(test.sourceLocation))"
        let watch = IdleWatch.shared
        let late = Signal()
        let id = watch.begin(name, late, allowsLongWork: allowsLongWork)
        defer { watch.end(id) }
        try await withoutActuallyEscaping(function) { function in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await function() }
                group.addTask {
                    await late.wait(after: 0)
                    guard late.count > 0 else { return }
                    Issue.record(
                        """
                        \(name) waits or works for ever: the process has been idle for \(IdleWatch.idleLimit) seconds, \
                        or the test has lasted for \(IdleWatch.workLimit)
                        """)
                }
                try await group.next()
                group.cancelAll()
                try await group.waitForAll()
            }
        }
    }
}

extension Trait where Self == WaitLimit {
    /// Ends the tests when they wait or work for ever.
    package static var waitLimit: Self { WaitLimit(allowsLongWork: false) }

    /// Ends the tests when they wait for ever: for a suite whose length a number from the environment sets.
    package static var idleLimit: Self { WaitLimit(allowsLongWork: true) }
}

/// Notices that the process does nothing while tests run, and tests that last too long, on a thread of its own, since
/// tests may block all others.
final class IdleWatch: Sendable {
    /// How many seconds the process may be idle.
    static let idleLimit = 40
    /// How many seconds a test may last. It shares the processors with others, on a busy machine.
    static let workLimit = 600
    /// How many seconds a cancelled test has to end.
    static let secondsToEnd = 15
    static let shared = IdleWatch()

    struct RunningTest {
        let name: String
        let late: Signal
        var secondsLeft: Int
        var secondsToEnd: Int?
    }

    struct State {
        var tests: [UUID: RunningTest] = [:]
        /// The processor time that was used when the process last worked, and how many seconds ago that was.
        var worked: (used: Duration, secondsAgo: Int) = (.zero, 0)

        /// A second has passed.
        ///
        /// - Returns: the tests that are late and have not ended when they were cancelled.
        mutating func tick(used: Duration) -> [RunningTest] {
            let isWorking = used - worked.used > .milliseconds(200) || tests.isEmpty
            worked = isWorking ? (used, 0) : (worked.used, worked.secondsAgo + 1)
            for id in tests.keys {
                guard var test = tests[id] else { continue }
                defer { tests[id] = test }
                if let left = test.secondsToEnd { test.secondsToEnd = left - 1 }
                test.secondsLeft -= 1
                guard worked.secondsAgo == IdleWatch.idleLimit || test.secondsLeft == 0 else { continue }
                test.secondsToEnd = IdleWatch.secondsToEnd
                test.late.raise()
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

    /// Raises `late` when the process becomes idle before the test ends, or the test lasts too long.
    func begin(_ test: String, _ late: Signal, allowsLongWork: Bool) -> UUID {
        let id = UUID()
        let seconds = allowsLongWork ? Int.max : Self.workLimit
        state.withLock { $0.tests[id] = RunningTest(name: test, late: late, secondsLeft: seconds) }
        return id
    }

    func end(_ id: UUID) { state.withLock { $0.tests[id] = nil } }

    private static func endProcess(_ tests: [String]) -> Never {
        let names = tests.map { "  \($0)\n" }.sorted().joined()
        FileHandle.standardError.write(
            Data("These tests wait or work for ever, and do not end when cancelled:\n\(names)".utf8))
        _exit(EXIT_FAILURE)
    }

    /// The processor time of this process so far.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
