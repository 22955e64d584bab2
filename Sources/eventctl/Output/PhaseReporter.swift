import EventSupport
import Foundation

/// Reports on standard error what a command is doing, every two seconds, when standard error is a terminal.
struct PhaseReporter: Sendable {
    private let phase = Locked("")
    private let task: Task<Void, any Error>?

    private static let interval: Duration = .seconds(2)

    /// Begins to report; unless `isWanted`, and where standard error is not a terminal, nothing is reported.
    init(isWanted: Bool = true) {
        guard isWanted, isatty(STDERR_FILENO) == 1 else {
            task = nil
            return
        }
        let (start, phase) = (ContinuousClock.now, phase)
        task = Task.detached {
            while true {
                try await Task.sleep(for: Self.interval)
                Output.errorLine("\(phase.withLock { $0 }) (\((ContinuousClock.now - start).components.seconds) s)")
            }
        }
    }

    /// Sets what the next report says.
    func begin(_ text: String) { phase.withLock { $0 = text } }

    /// Ends the reports.
    func end() { task?.cancel() }
}
