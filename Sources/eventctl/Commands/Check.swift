import ArgumentParser
import EventCatalog
import EventSupport

/// Checks streams, schemas and experiments.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks streams, schemas and experiments, and reports every mistake with its place and its remedy.",
        discussion: """
            Without folders, ./Streams, ./Schemas, ./Experiments and ./client-config.json are checked where they \
            exist, with Project.yaml and Filters.yaml beside them. Nothing is fetched from a network.

            Standard output has the report. A finding stays in a file on purpose with a comment above its item: \
            # eventctl-allow RULE-ID until 2027-01-31: reason

            EXAMPLES
              eventctl check
              eventctl check --strict --against origin/main --format github
              eventctl check --streams Streams --schemas Schemas vendor/schemas
              eventctl check --code Sources
              eventctl check --rules unknown-setting

            Exit status: 0 no errors; 1 errors, with --strict also warnings; 64 wrong usage, or nothing to check; 70 \
            could not run.
            """)

    @OptionGroup var folders: CheckFolders

    @OptionGroup var options: CheckOptions

    @Option(
        help: ArgumentHelp(
            "Warn of streams that expire within this number of days from the date of --as-of. The default is "
                + "expiry_notice_days of Project.yaml, otherwise never.", valueName: "DAYS"))
    var expiryNoticeDays: Int?

    @Argument(help: ArgumentHelp("With --rules: the id of a rule.", valueName: "RULE"))
    var rule: String?

    func validate() throws {
        if let expiryNoticeDays {
            guard Project.noticeDays.contains(expiryNoticeDays) else {
                throw ValidationError("--expiry-notice-days takes a number from 1 to 366.")
            }
            if options.rules { throw ValidationError("--rules checks nothing; leave out --expiry-notice-days.") }
        }
        if options.rules { return try options.validateRules(rule, hasFolders: folders.given != CatalogFolders()) }
        if let rule {
            throw ValidationError("'\(rule)' follows no option; give folders with --streams, --schemas, --experiments.")
        }
        try options.validate(folders.given)
    }

    func run() throws {
        if options.rules { return try options.printRules(rule) }
        try options.check(expiryNoticeDays: expiryNoticeDays) { try folders.resolved() }
    }
}

/// The folders that `check` reads.
struct CheckFolders: ParsableArguments {
    @Option(help: ArgumentHelp("The folder of streams.", valueName: "DIR"))
    var streams: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Roots of schema repositories, searched in order. May be repeated.", valueName: "DIR"))
    var schemas: [String] = []

    @Option(help: ArgumentHelp("The folder of experiments and instruments.", valueName: "DIR"))
    var experiments: String?

    @Option(help: ArgumentHelp("The file with a remote configuration of clients.", valueName: "FILE.json"))
    var clientConfig: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Folders of source code: also find streams that no code uses, and names in it that are not streams. May be "
                + "repeated.",
            valueName: "DIR"))
    var code: [String] = []

    /// The folders and the file of the options.
    var given: CatalogFolders {
        CatalogFolders(
            streams: streams, schemaRoots: schemas, experiments: experiments, clientConfiguration: clientConfig,
            code: code)
    }

    /// The folders of the options, or those of the project.
    ///
    /// - Throws: `ValidationError` when there is nothing to check.
    func resolved() throws -> CatalogFolders {
        var folders = given.isEmpty ? CatalogFolders.inCurrentDirectory : given
        folders.code = given.code
        guard !folders.isEmpty else {
            for finding in Project.misnamed(in: ".") { Output.errorLine("\(finding)") }
            let above = ["..", "../.."].map { FolderPath.entry(Project.fileName, in: $0) }
            let hint = above.first { FileKind(at: $0) == .regular }.map { "There is \($0). " } ?? ""
            throw ValidationError(
                "There is nothing to check: the current directory has no folder Streams, Schemas or Experiments "
                    + "and no file \(Project.fileName) or \(CatalogFolders.defaultClientConfiguration). "
                    + hint
                    + "Change to the folder of the project, or give them with --streams, --schemas, --experiments, "
                    + "--client-config.")
        }
        guard folders.code.isEmpty || folders.streams != nil else {
            throw ValidationError("--code compares code with streams; give the folder of streams with --streams.")
        }
        return folders
    }
}
