import ArgumentParser
import EventSupport

/// The command that the first arguments of a call name, and what follows its name.
struct CommandCall {
    private(set) var command: any ParsableCommand.Type = EventCtl.self
    private(set) var rest: ArraySlice<String>

    init(_ arguments: some Collection<String>) {
        rest = Array(arguments)[...]
        while let name = rest.first, let next = command.subcommand(named: name) {
            command = next
            rest = rest.dropFirst()
        }
    }

    /// The argument in the place of a subcommand that the group does not have; `nil` where there is none. What follows
    /// a group that has a default command may belong to that, unless it is nearly the name of a subcommand.
    var unknownCommand: String? {
        let names = command.configuration.subcommands.map { $0._commandName }
        guard let name = rest.first, !names.isEmpty, !name.hasPrefix("-"), name != "help" else { return nil }
        return command.configuration.defaultSubcommand == nil || names.nearest(to: name) != nil ? name : nil
    }

    /// Whether the call asks for a help or the version, and not by a word that only looks so, such as `-heap`.
    var asksForHelp: Bool {
        rest.first == "help" || rest.prefix { $0 != "--" }.contains { ["--help", "-h", "--version"].contains($0) }
    }
}

extension ParsableCommand {
    static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0._commandName == name }
    }
}
