import ArgumentParser
import EventCatalog
import EventCatalogChecks
import EventSchema
import EventSupport

/// Prints the rules of `check`.
struct Rules: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the rules of “eventctl check”, or explains one by an example.",
        discussion: """
            Each has the severity that Project.yaml gives it in the current directory.

            EXAMPLES
              eventctl rules
              eventctl rules unknown-setting
            """)

    @Argument(help: ArgumentHelp("The id of a rule.", valueName: "ID"))
    var id: String?

    @Option(help: "text or json.")
    var format: ReportFormat = .text

    func validate() throws {
        guard let id, Rule.withID(id) == nil else { return }
        let suggestion = Rule.all.map(\.id).nearest(to: id).map { "Did you mean '\($0)'?" }
        throw ValidationError("There is no rule '\(id)'. \(suggestion ?? "“eventctl rules” lists all rules.")")
    }

    func run() throws {
        let one = id.flatMap(Rule.withID)
        let project = Project.inCurrentDirectory
        switch format {
        case .json:
            let rules = one.map { [$0] } ?? Rule.all
            try Output.line(["rules": .array(rules.map { .object($0.json(in: project)) })])
        case .text:
            let isColoured = Output.hasColours
            for line in one?.explanation(project) ?? Rule.listing(project) {
                try Output.line(line, isColoured: isColoured)
            }
        }
    }
}
