import ArgumentParser

/// Works on schema repositories.
struct Schemas: CommandGroup {
    static let configuration = CommandConfiguration(
        abstract: "Begins and checks schemas, makes and compares their versions, and shows them as a site.",
        discussion: "EXAMPLE\n  eventctl schemas check Schemas",
        subcommands: [New.self, Bump.self, Materialize.self, Check.self, Compat.self, Diff.self, Docs.self])
}
