import ArgumentParser
import EventCatalog
import EventSchema

/// Prints the words of a project.
struct ProjectWords: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "project",
        abstract: "Prints a project's words as YAML: attributes, destinations, and what else Project.yaml has.",
        discussion: """
            The words of ./Project.yaml are printed with the platform's, unless it leaves those out, and with its \
            other settings: folders, severities, links, requirements. The text is a Project.yaml itself: to choose \
            among the platform's words, keep a part of what --platform prints.

            EXAMPLE
              eventctl project
              eventctl project --platform

            Exit status: 0 printed; 1 there are errors in Project.yaml, which are on standard error; 64 wrong usage; \
            70 could not run.
            """)

    @Flag(help: "Print the platform's words alone.")
    var platform = false

    func run() throws {
        let project = platform ? Project.platform : try Project.faultless()
        if !platform, project.file == nil {
            Output.errorLine("The current directory has no \(Project.fileName); these are the platform's words.")
        }
        try Output.untilClosed {
            try Output.lines(String(YAMLWriter.text(of: .object(project.settings)).dropLast()))
        }
    }
}

extension Project {
    /// The project that a folder belongs to, or that of the current directory. A file of one under a name that is not
    /// read is reported.
    ///
    /// - Throws: `ExitCode` after the errors of its file were printed on standard error.
    @discardableResult
    static func faultless(of folder: String? = nil) throws -> Project {
        for finding in misnamed(in: folder.map(FolderPath.above) ?? ".") { Output.errorLine("\(finding)") }
        let project = folder.map { Project(of: $0) } ?? .inCurrentDirectory
        guard project.findings.isEmpty else {
            for finding in project.findings { Output.errorLine("\(finding)") }
            throw ExitCode.findings
        }
        return project
    }
}
