import ArgumentParser

extension ExitCode {
    /// There are findings, or events that were not delivered.
    static let findings = ExitCode(1)
    /// The command could not do its work (`EX_SOFTWARE`).
    static let couldNotRun = ExitCode(70)
}

/// Says on standard error why the command cannot run.
func couldNotRun(_ reason: any Error) -> ExitCode {
    Output.note("eventctl: \(reason)")
    return .couldNotRun
}

/// A reason in plain words.
struct Reason: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
