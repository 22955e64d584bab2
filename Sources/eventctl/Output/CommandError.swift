import ArgumentParser

extension ExitCode {
    /// There are findings, or events that were not delivered.
    static let findings = ExitCode(1)
    /// The command could not do its work (`EX_SOFTWARE`).
    static let couldNotRun = ExitCode(70)
}

/// Prints on standard error why the command could not run.
func couldNotRun(_ reason: any Error) -> ExitCode {
    Output.note("eventctl: \(reason)")
    return .couldNotRun
}

/// An error with a message for the user.
struct CommandError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
