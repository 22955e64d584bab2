import ArgumentParser
import Foundation

/// The command line of the event platform.
@main
struct EventCtl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eventctl",
        abstract: "Runs, feeds and examines an event platform.",
        discussion: "Exit status: 0 fine, 1 findings or undelivered events, 64 wrong usage, 70 could not run.",
        version: "0.1.0",
        subcommands: [
            Demo.self, Serve.self, Send.self, Simulate.self, Validate.self, Explain.self, Queue.self, Received.self,
            Faults.self, Canary.self, BowtieCommand.self,
        ]
    )

    static func main() async {
        // A reader that goes away is an error of the write, which says so, and not the end of the process.
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
