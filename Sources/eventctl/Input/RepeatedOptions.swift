import ArgumentParser
import EventSchema

/// Options that are given more often than they have values. ArgumentParser takes the last value and drops the others
/// in silence.
enum RepeatedOptions {
    /// - Throws: `ValidationError` for an option with one value that is given twice.
    static func check(_ arguments: [String], of command: any ParsableCommand.Type) throws {
        let names = arguments.prefix { $0 != "--" }.compactMap(name)
        let repeated = Set(names.filter { name in names.count { $0 == name } > 1 })
        guard !repeated.isEmpty else { return }
        let single = Set(try command.optionNames { $0["kind"] == "option" && $0["isRepeating"] == false })
        if let name = names.first(where: { repeated.contains($0) && single.contains($0) }) {
            throw ValidationError("\(name) is given twice, and takes one value")
        }
    }

    /// The name of the option that an argument is; `nil` for a value. The one option with a short name is `--output`.
    private static func name(of argument: String) -> String? {
        guard argument.hasPrefix("-"), argument.count > 1 else { return nil }
        let name = String(argument.prefix { $0 != "=" })
        return name == "-o" ? "--output" : name
    }
}
