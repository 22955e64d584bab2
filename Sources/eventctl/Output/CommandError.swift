import ArgumentParser
import EventCatalog
import EventSimulation
import Foundation

extension ExitCode {
    /// There are findings, or events that were not delivered.
    static let findings = ExitCode(1)
    /// The command could not do its work (`EX_SOFTWARE`).
    static let couldNotRun = ExitCode(70)
}

/// The exit status for an error, after it was printed on standard error. A reader that closed its end of a pipe has
/// read enough: that is success, so that it does not fail a pipeline with `pipefail`.
func exitStatus(for reason: any Error) -> ExitCode {
    guard reason as? OutputError != .closedPipe else { return .success }
    // Findings begin with their places, so that editors and CI can follow them.
    let hasPlaces = reason is CatalogError || reason is InputFindings
    if hasPlaces { Output.errorLines("\(reason)") } else { Output.errorLine("eventctl: \(reason.reason)") }
    return (reason as? CommandError)?.status ?? .couldNotRun
}

/// An error with a message for the user.
struct CommandError: Error, CustomStringConvertible {
    let description: String
    /// The exit status.
    let status: ExitCode

    init(_ description: String, status: ExitCode = .couldNotRun) {
        (self.description, self.status) = (description, status)
    }
}

extension Error {
    /// The message for the user: Foundation's errors describe themselves as dumps of their fields, or name neither the
    /// file nor the system's reason.
    var reason: String {
        switch self {
        case let error as CocoaError: (error.filePath.map { "\($0): " } ?? "") + error.reasonText
        case is POSIXError: reasonText
        default: "\(self)"
        }
    }
}
