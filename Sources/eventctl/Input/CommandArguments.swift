import ArgumentParser

/// The arguments of the process.
enum CommandArguments {
    /// The arguments without the name of the program.
    ///
    /// - Throws: `ValidationError` when one is not UTF-8.
    static func given() throws -> [String] {
        Array(try CommandLine.unsafeArgv.texts(count: Int(CommandLine.argc)).dropFirst())
    }

    /// Checks what ArgumentParser does not.
    ///
    /// - Throws: `ValidationError` when a value is empty or `help` names a command that does not exist.
    static func check(_ arguments: [String]) throws {
        try checkHelp(arguments)
        try checkValues(arguments)
    }

    /// No option and no argument has a meaning without a value. A script gives none when a variable of it is not set.
    static func checkValues(_ arguments: some Collection<String>) throws {
        var previous = ""
        for argument in arguments {
            if argument.isEmpty {
                let isOption = previous.hasPrefix("-") && previous != "-"
                throw ValidationError("\(isOption ? previous : "An argument") has an empty value")
            }
            if argument.hasPrefix("-"), argument.firstIndex(of: "=") == argument.indices.last {
                throw ValidationError("\(argument.dropLast()) has an empty value")
            }
            previous = argument
        }
    }

    /// ArgumentParser prints the help of the last command that it finds, whatever follows.
    static func checkHelp(_ arguments: some Collection<String>) throws {
        let call = CommandCall(arguments)
        guard call.rest.first == "help", !call.command.configuration.subcommands.isEmpty else { return }
        var command = call.command
        for name in call.rest where !name.hasPrefix("-") && name != "help" {
            guard let next = command.subcommand(named: name) else {
                throw UnknownNames.unknownCommand(name, in: command)
            }
            command = next
        }
    }
}

extension UnsafeMutablePointer<UnsafeMutablePointer<Int8>?> {
    /// Swift's own `CommandLine.arguments` replaces bytes that are not UTF-8, so that a file would have another name.
    fileprivate func texts(count: Int) throws -> [String] {
        try (0..<count).compactMap { index in
            guard let argument = self[index] else { return nil }
            guard let text = String(validatingCString: argument) else {
                throw ValidationError(
                    "Argument \(index), '\(String(cString: argument))', is not UTF-8; file names must be UTF-8")
            }
            return text
        }
    }
}

/// A command that only has subcommands: to name none of them is wrong usage.
protocol CommandGroup: ParsableCommand {}

extension CommandGroup {
    func run() throws { throw Self.missingSubcommand }

    static var missingSubcommand: ValidationError { ValidationError("Missing subcommand. \(subcommandNames)") }
}

extension ParsableCommand {
    /// A sentence with the subcommands.
    static var subcommandNames: String {
        let names = configuration.subcommands.map { $0._commandName }
        return names.isEmpty ? "\(_commandName) has no subcommands" : "Name one of: \(names.joined(separator: ", "))"
    }
}
