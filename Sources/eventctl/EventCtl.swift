import ArgumentParser
import EventSupport
import Foundation

/// The command line of the event platform.
@main
struct EventCtl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eventctl",
        abstract: "Runs and inspects an event platform and sends events to it.",
        discussion: """
            Exit status: 0 success; 1 findings, undelivered events, or no stream or schema of the name; 64 wrong \
            usage; 70 could not run. A reader of standard output that has read enough, such as head -1, ends a command \
            without a message; the status is that of what was found until then.

            Where an option or argument is a file that is read once, - or /dev/stdin is standard input, and a pipe \
            such as <(command) can be given too.
            """,
        version: PackageVersion.current,
        subcommands: [
            Init.self, Demo.self, Serve.self, Send.self, Simulate.self, Validate.self, Check.self, Rules.self,
            Streams.self,
            Schemas.self,
            SchemaFor.self, ProjectWords.self, Explain.self, Queue.self, Received.self, Faults.self, Canary.self,
            BowtieCommand.self,
        ]
    )

    /// Without a subcommand, prints which one is for what.
    func run() async throws { try Output.untilClosed { try Output.lines(CommandMap.text) } }

    static func main() async {
        // Without SIGPIPE, a write to a closed pipe fails with an error, which ends the command.
        signal(SIGPIPE, SIG_IGN)
        StandardStreams.reserveDescriptors()
        LoopbackAddresses.bypassProxies()
        TerminalWidth.limitForHelp()
        var type: any ParsableCommand.Type = EventCtl.self
        do {
            let arguments = try CommandArguments.given()
            type = CommandCall(arguments).command
            try CommandArguments.check(arguments)
            var command = try parse(arguments, &type)
            type = Swift.type(of: command)
            try RepeatedOptions.check(arguments, of: type)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            Foundation.exit(type.report(error).rawValue)
        }
    }

    /// Parses the arguments; a name that does not exist comes before other mistakes. `type` is set to the command that
    /// lacks it.
    private static func parse(
        _ arguments: [String], _ type: inout any ParsableCommand.Type
    ) throws -> any ParsableCommand {
        let parsed = Result { try parseAsRoot(arguments) }
        guard isRefusalOrHelp(parsed), let unknown = try UnknownNames.first(in: arguments) else {
            return try parsed.get()
        }
        type = unknown.command
        throw unknown.error
    }

    /// Of a name that does not exist, followed by `--help`, ArgumentParser prints the help of the group, with a command
    /// of its own.
    private static func isRefusalOrHelp(_ parsed: Result<any ParsableCommand, any Error>) -> Bool {
        switch parsed {
        case .success(let command): path(to: Swift.type(of: command)) == nil
        case .failure(let error): [.validationFailure, .success].contains(exitCode(for: error))
        }
    }
}

extension ParsableCommand {
    /// Prints why the command ended.
    ///
    /// - Returns: the exit status.
    fileprivate static func report(_ error: any Error) -> ExitCode {
        let status = exitCode(for: error)
        switch status {
        case _ where error is ExitCode: return status
        case .failure: return exitStatus(for: error)  // an error of ours: the status of ArgumentParser's own is another
        case .success:  // the help or the version was asked for
            do { try Output.lines(fullMessage(for: error)) } catch { return exitStatus(for: error) }
        default: Output.errorLines(usage(for: error))
        }
        return status
    }

    /// ArgumentParser's message; for an error of `run()` it has the command's own name alone, without its groups.
    private static func usage(for error: any Error) -> String {
        let name = configuration.commandName ?? _commandName
        let path = EventCtl.path(to: Self.self)?.joined(separator: " ") ?? name
        return fullMessage(for: error)
            .replacingOccurrences(of: "Usage: \(name) ", with: "Usage: \(path) ")
            .replacingOccurrences(of: "'\(name) --help'", with: "'\(path) --help'")
    }

    /// The names of the groups and of a command below this one; `nil` when it is not there.
    fileprivate static func path(to command: any ParsableCommand.Type) -> [String]? {
        if command == Self.self { return [_commandName] }
        for child in configuration.subcommands {
            if let rest = child.path(to: command) { return [_commandName] + rest }
        }
        return nil
    }
}
