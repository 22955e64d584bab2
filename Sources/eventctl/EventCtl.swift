import ArgumentParser
import Foundation

/// The command line of the event platform.
@main
struct EventCtl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eventctl",
        abstract: "Runs and inspects an event platform and sends events to it.",
        discussion: "Exit status: 0 success, 1 findings or undelivered events, 64 wrong usage, 70 could not run.",
        version: "0.1.0",
        subcommands: [
            Demo.self, Serve.self, Send.self, Simulate.self, Validate.self, Explain.self, Queue.self, Received.self,
            Faults.self, Canary.self, BowtieCommand.self,
        ]
    )

    static func main() async {
        // Without SIGPIPE, a write to a closed pipe fails with an error, which is reported, and does not end the
        // process.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            exit(withError: error)
        }
    }
}
