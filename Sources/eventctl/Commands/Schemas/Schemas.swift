import ArgumentParser

/// Works on schema repositories.
struct Schemas: CommandGroup {
    static let configuration = CommandConfiguration(
        abstract: "Begins schemas, makes and compares their versions, and shows them as a site.",
        discussion: "EXAMPLE\n  eventctl schemas new app/tap",
        subcommands: [New.self, Bump.self, Materialize.self, Compat.self, Diff.self, Docs.self])
}
