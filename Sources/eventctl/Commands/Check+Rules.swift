import ArgumentParser
import EventCatalog
import EventSchema
import EventSupport

extension Check {
    /// Checks the call `check --rules [ID]`.
    func validateRules() throws {
        guard [.text, .json].contains(format) else {
            throw ValidationError("--rules has --format text or json.")
        }
        guard let rule, Rule.withID(rule) == nil else { return }
        let meant = Rule.all.map(\.id).nearest(to: rule).map { "Did you mean '\($0)'?" }
        throw ValidationError("There is no rule '\(rule)'. \(meant ?? "--rules alone lists all rules.")")
    }

    /// Prints the list of rules, or one rule with its reason and its example.
    func printRules() throws {
        let one = rule.flatMap(Rule.withID)
        if format == .json {
            return try Output.line(["rules": .array((one.map { [$0] } ?? Rule.all).map { .object($0.json) })])
        }
        let isColoured = Output.hasColours
        for line in one?.explanation ?? Rule.listing { try Output.line(line, isColoured: isColoured) }
    }
}
