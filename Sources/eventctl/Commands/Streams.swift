import ArgumentParser
import EventCatalog

/// Works on the streams of a folder.
struct Streams: CommandGroup {
    static let configuration = CommandConfiguration(
        abstract: "Compiles, imports, lists, shows and compares streams, and begins new ones.",
        discussion: "EXAMPLE\n  eventctl streams list --streams Streams",
        subcommands: [Compile.self, Import.self, List.self, Show.self, Diff.self, New.self])

    /// Prints the errors of the files on standard error, and ends with exit status 1. Warnings are left to `eventctl
    /// check`.
    ///
    /// - Throws: `CatalogError` when a folder cannot be listed.
    static func reportingFindings<Result>(in folders: CatalogFolders, _ read: () throws -> Result) throws -> Result {
        try folders.requireReadable()
        do { return try read() } catch let error as CatalogError {
            for finding in error.findings where finding.severity == .error { Output.errorLine("\(finding)") }
            throw ExitCode.findings
        }
    }
}
