package import Foundation

extension Process {
    /// Starts a program. `configure` prepares it, and makes its pipes.
    ///
    /// Programs are started one at a time. On Linux, Foundation's `run()` walks through the descriptors of this
    /// process, and crashes when another one does so at the same time. A pipe that is made during the walk stays open
    /// in the program that is being started, so that its other end would not see the end of the input.
    package static func start<Pipes>(_ configure: (Process) -> Pipes) throws -> (process: Process, pipes: Pipes) {
        try starting.withLock {
            let process = Process()
            let pipes = configure(process)
            try process.run()
            return (process, pipes)
        }
    }

    private static let starting = NSLock()
}
