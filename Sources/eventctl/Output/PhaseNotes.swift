import EventSupport
import Foundation

/// Notes on standard error about what a command is doing, every two seconds, when standard error is a terminal.
struct PhaseNotes: Sendable {
    private let phase = Locked("")
    private let task: Task<Void, any Error>?

    private static let interval: Duration = .seconds(2)

    /// Begins to write notes.
    init() {
        guard isatty(STDERR_FILENO) == 1 else {
            task = nil
            return
        }
        let (start, phase) = (ContinuousClock.now, phase)
        task = Task.detached {
            while true {
                try await Task.sleep(for: Self.interval)
                Output.note("\(phase.withLock { $0 }) (\((ContinuousClock.now - start).components.seconds) s)")
            }
        }
    }

    /// Sets what the next note says.
    func begin(_ text: String) { phase.withLock { $0 = text } }

    /// Ends the notes.
    func end() { task?.cancel() }
}
