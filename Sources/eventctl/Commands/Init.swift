import ArgumentParser
import EventCatalog
import Foundation

/// Begins a package.
struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Begins a package: a schema, a stream, an instrument and a test of it.",
        discussion: """
            Makes the folder NAME in the current one. Standard output has two commands that run there and then: one \
            checks the schema and the stream, the other runs the test. The names of schema and stream begin with NAME \
            in snake case.

            The package depends on that of the event platform. Where eventctl runs from the build folder of a \
            checkout, that checkout is taken; otherwise --package says where it is, since nothing is released yet.

            EXAMPLES
              eventctl init Podcasts
              eventctl init Podcasts --package ../swift-event-platform

            Exit status: 0 written; 64 wrong usage, such as a name that no Swift module can have, or that is there \
            already; 70 could not run. Unless it is 0, nothing is written.
            """)

    @Argument(help: "The name of the package and of its module.", transform: Self.name)
    var name: PackageName

    @Option(
        help: ArgumentHelp(
            "The package of the event platform: the URL of its repository, whose branch main is taken, or its folder.",
            valueName: "URL|PATH"),
        transform: PlatformPackage.init)
    var package: PlatformPackage?

    func run() throws {
        let new = NewPackage(name: name, platform: try package ?? .ofThisProgram())
        try new.make()
        Output.errorLine(
            "made the package \(name.text), with the schema \(new.title) and the stream \(new.stream). These commands "
                + "check it and run its test:")
        try Output.untilClosed {
            try Output.line(
                "\(Self.program) check --strict --streams \(name.text)/Streams --schemas \(name.text)/Schemas")
            try Output.line("swift test --package-path \(name.text)")
        }
    }

    private static func name(_ text: String) throws -> PackageName {
        do { return try PackageName(text) } catch { throw ValidationError(error.description) }
    }

    /// How a shell calls this program: by its name, if it was called so.
    private static var program: String {
        let name = CommandLine.arguments.first ?? "eventctl"
        guard name.contains("/"), let path = Bundle.main.executablePath else { return name }
        let isPlain = path.wholeMatch(of: /[A-Za-z0-9_.,:@%+=\/\-]+/) != nil
        return isPlain ? path : "'\(path.replacing("'", with: #"'\''"#))'"
    }
}
