import ArgumentParser
import EventSchema
import EventSupport

/// The commands and options that do not exist in a call that the parser has refused. ArgumentParser reports a missing
/// argument before an unknown option, and an unknown command as an argument.
enum UnknownNames {
    /// The first name that does not exist, and the command that it was given to; `nil` when every name exists.
    static func first(
        in arguments: [String]
    ) throws -> (command: any ParsableCommand.Type, error: ValidationError)? {
        var command: any ParsableCommand.Type = EventCtl.self
        var rest = arguments[...]
        while let name = rest.first, !name.hasPrefix("-"), name != "help" {
            let subcommands = command.configuration.subcommands
            guard let next = subcommands.first(where: { $0._commandName == name }) else {
                guard !subcommands.isEmpty, command.configuration.defaultSubcommand == nil else { break }
                return (command, unknownCommand(name, in: command))
            }
            command = next
            rest = rest.dropFirst()
        }
        command = command.configuration.defaultSubcommand ?? command
        let known = try Set(command.longOptions { _ in true }).union(["--help", "--version"])
        let given = rest.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
        guard let name = given.first(where: { !known.contains($0) }) else { return nil }
        return (command, ValidationError("Unknown option '\(name)'." + suggestion(known.sorted().nearest(to: name))))
    }

    /// The error for a command that a group does not have.
    static func unknownCommand(_ name: String, in group: any ParsableCommand.Type) -> ValidationError {
        let nearest = group.configuration.subcommands.map { $0._commandName }.nearest(to: name)
        return ValidationError("There is no command '\(name)'.\(suggestion(nearest)) \(group.subcommandNames)")
    }

    private static func suggestion(_ name: String?) -> String { name.map { " Did you mean '\($0)'?" } ?? "" }
}

extension ParsableCommand {
    /// The long names of the command's options and flags, from ArgumentParser's own description of it.
    static func longOptions(where isWanted: (JSONValue) -> Bool) throws -> [String] {
        let description = try JSONValue(parsing: Array(_dumpHelp().utf8))
        let options = (description[path: ["command", "arguments"]]?.array ?? []).filter(isWanted)
        let names = options.flatMap { $0["names"]?.array ?? [] }
        return names.filter { $0["kind"] == "long" }.compactMap { $0["name"]?.string }.map { "--\($0)" }
    }
}
