import ArgumentParser
import EventCatalog
import EventSchema

/// Prints the words of a project.
struct ProjectWords: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "project",
        abstract: "Prints a project's words as YAML: attributes, destinations, and what else Project.yaml lists.",
        discussion: """
            The words of ./Project.yaml are printed with the platform's, unless it leaves those out. The text is a \
            Project.yaml itself: to choose among the platform's words, keep a part of what --platform prints.

            EXAMPLE
              eventctl project
              eventctl project --platform

            Exit status: 0 printed; 1 there are errors in Project.yaml, which are on standard error; 64 wrong usage; \
            70 could not run.
            """)

    @Flag(help: "Print the platform's words alone.")
    var platform = false

    func run() throws {
        let vocabulary = platform ? Vocabulary.platform : try Project.faultlessInCurrentDirectory().vocabulary
        try Output.untilClosed {
            try Output.lines(String(YAMLWriter.text(of: .object(vocabulary.settings)).dropLast()))
        }
    }
}

extension Project {
    /// The project of the current directory.
    ///
    /// - Throws: `ExitCode` after the errors of its file were printed on standard error.
    static func faultlessInCurrentDirectory() throws -> Project {
        let project = Project.inCurrentDirectory
        guard project.findings.isEmpty else {
            for finding in project.findings { Output.errorLine("\(finding)") }
            throw ExitCode.findings
        }
        return project
    }
}
