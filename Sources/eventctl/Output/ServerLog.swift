import Dispatch
import EventSupport

/// The lines of `serve` on standard error, written on a queue of their own: while standard error is not read, no
/// request waits. Lines beyond ``capacity`` are left out, and a line says how many.
final class ServerLog: Sendable {
    private struct State {
        /// The bytes of the lines that are yet to be written.
        var waitingBytes = 0
        var leftOut = 0
    }

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "eventctl.serve.log")
    private let write: @Sendable (String) -> Void

    /// The most bytes that wait.
    static let capacity = 1 << 20

    init(writingWith write: @escaping @Sendable (String) -> Void = { Output.errorLine($0) }) { self.write = write }

    func line(_ text: String) {
        let size = text.utf8.count + 1
        let hasRoom = state.withLock { state in
            guard state.waitingBytes + size <= Self.capacity else {
                state.leftOut += 1
                return false
            }
            state.waitingBytes += size
            return true
        }
        guard hasRoom else { return }
        queue.async { [self] in
            write(text)
            let leftOut = state.withLock { state in
                state.waitingBytes -= size
                defer { state.leftOut = 0 }
                return state.leftOut
            }
            if leftOut > 0 { write("\(leftOut) lines were left out, since standard error was not read") }
        }
    }

    /// Waits until everything is written, for a second at most.
    func flush() {
        let written = DispatchSemaphore(value: 0)
        queue.async { written.signal() }
        _ = written.wait(timeout: .now() + 1)
    }
}
