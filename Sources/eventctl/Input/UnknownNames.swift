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
        let call = CommandCall(arguments)
        if let name = call.unknownCommand { return (call.command, unknownCommand(name, in: call.command)) }
        guard !call.asksForHelp else { return nil }
        let command = call.command.configuration.defaultSubcommand ?? call.command
        return try unknownOption(in: call.rest, of: command).map { (command, $0) }
    }

    /// The error for the first option that a command does not have; `nil` when it has all. A word with a dash that
    /// follows an option may be its value.
    private static func unknownOption(
        in arguments: ArraySlice<String>, of command: any ParsableCommand.Type
    ) throws -> ValidationError? {
        let known = try Set(command.optionNames { _ in true }).union(["--help", "-h", "--version"])
        let withValue = try Set(command.optionNames { $0["kind"] == "option" })
        var previous = ""
        for argument in arguments.prefix(while: { $0 != "--" }) {
            defer { previous = argument }
            let name = String(argument.prefix { $0 != "=" })
            guard !known.contains(name) else { continue }
            if name.hasPrefix("--") {
                let nearest = known.filter { $0.hasPrefix("--") }.sorted().nearest(to: name)
                return ValidationError("Unknown option '\(name)'.\(suggestion(nearest))")
            }
            let isShort = name.hasPrefix("-") && name.dropFirst().first?.isLetter == true
            if isShort, !withValue.contains(previous) { return try unknownShortOption(argument, of: command) }
        }
        return nil
    }

    private static func unknownShortOption(
        _ argument: String, of command: any ParsableCommand.Type
    ) throws -> ValidationError {
        let takesArguments = try !command.parameters { $0["kind"] == "positional" }.isEmpty
        let remedy = " A file or name that begins with a dash is written ./\(argument), or after --."
        return ValidationError("Unknown option '\(argument)'.\(takesArguments ? remedy : "")")
    }

    /// The error for a command that a group does not have.
    static func unknownCommand(_ name: String, in group: any ParsableCommand.Type) -> ValidationError {
        let nearest = group.configuration.subcommands.map { $0._commandName }.nearest(to: name)
        return ValidationError("There is no command '\(name)'.\(suggestion(nearest)) \(group.subcommandNames)")
    }

    private static func suggestion(_ name: String?) -> String { name.map { " Did you mean '\($0)'?" } ?? "" }
}

extension ParsableCommand {
    /// The command's arguments, options and flags, from ArgumentParser's own description of it.
    static func parameters(where isWanted: (JSONValue) -> Bool) throws -> [JSONValue] {
        let description = try JSONValue(parsing: Array(_dumpHelp().utf8))
        return (description[path: ["command", "arguments"]]?.array ?? []).filter(isWanted)
    }

    /// The names of the command's options and flags with their dashes.
    static func optionNames(where isWanted: (JSONValue) -> Bool) throws -> [String] {
        try parameters(where: isWanted).flatMap { $0["names"]?.array ?? [] }.compactMap { name in
            name["name"]?.string.map { (name["kind"] == "long" ? "--" : "-") + $0 }
        }
    }
}
