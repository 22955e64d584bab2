import ArgumentParser
import EventCatalog

extension Schemas {
    /// Checks repositories of schemas.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Checks repositories of schemas, and reports every mistake with its place and its remedy.",
            discussion: """
                A repository has the layout of jsonschema-tools, and its settings in .jsonschema-tools.yaml. Its cases \
                are checked under their names, and what skipSchemaTestCases skips is skipped. Without folders, the \
                current directory is checked if it has such settings or a folder jsonschema, otherwise ./Schemas, or \
                the roots that Project.yaml names.

                The report, its waivers and its options are those of “eventctl check --schemas”.

                EXAMPLES
                  eventctl schemas check
                  eventctl schemas check --strict --format github --against origin/main
                  eventctl schemas check schemas-event-secondary schemas-event-primary
                  eventctl schemas check --rules unknown-keyword

                Exit status: 0 no errors; 1 errors, with --strict also warnings; 64 wrong usage, or nothing to check; \
                70 could not run.
                """)

        @OptionGroup var options: CheckOptions

        @Argument(
            help: ArgumentHelp(
                "Schema repositories, or their roots, searched in order. With --rules: the id of a rule.",
                valueName: "DIR"))
        var directories: [String] = []

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("The same as DIR, as for the other commands on schemas.", valueName: "DIR"))
        var schemas: [String] = []

        func validate() throws {
            if let site = (schemas + directories).first(where: { $0.contains("://") && !$0.hasPrefix("file://") }) {
                throw ValidationError(
                    "'\(site)' is not a folder. Nothing is fetched; the copy of a site is a further DIR, without its "
                        + "URL.")
            }
            guard options.rules else { return try options.validate(CatalogFolders(schemaRoots: schemas + directories)) }
            try options.validateRules(directories.first, hasFolders: !schemas.isEmpty || directories.count > 1)
        }

        func run() throws {
            if options.rules { return try options.printRules(directories.first) }
            try options.check {
                let roots = schemas + directories
                return try CatalogFolders(
                    schemaRoots: roots.isEmpty ? SchemaTreeOptions.defaultDirectories() : roots)
            }
        }
    }
}
