import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventSchema
import EventSupport

extension CheckOptions {
    /// Checks the call `check --rules [ID]`.
    func validateRules(_ rule: String?, hasFolders: Bool) throws {
        guard [.text, .json].contains(report.format) else {
            throw ValidationError("--rules has --format text or json.")
        }
        guard !hasFolders, baselines.baseline == nil, baselines.writeBaseline == nil, against == nil,
            report.asOf == nil,
            !fix, !report.strict
        else {
            throw ValidationError("--rules checks nothing; leave out the other options, except for --format.")
        }
        guard let rule, Rule.withID(rule) == nil else { return }
        let suggestion = Rule.all.map(\.id).nearest(to: rule).map { "Did you mean '\($0)'?" }
        throw ValidationError("There is no rule '\(rule)'. \(suggestion ?? "--rules alone lists all rules.")")
    }

    /// Prints the list of rules, or one rule with its reason and its example.
    func printRules(_ rule: String?) throws {
        let one = rule.flatMap(Rule.withID)
        let project = Project.inCurrentDirectory
        if report.format == .json {
            let rules = one.map { [$0] } ?? Rule.all
            return try Output.line(["rules": .array(rules.map { .object($0.json(in: project)) })])
        }
        let isColoured = Output.hasColours
        for line in one?.explanation(project) ?? Rule.listing(project) { try Output.line(line, isColoured: isColoured) }
    }
}
