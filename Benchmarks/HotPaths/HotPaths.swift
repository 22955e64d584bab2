import ArgumentParser

/// Measures what the client's hot paths cost: `Benchmarks/instructions` counts, `Benchmarks/compare` times them.
@main
struct HotPaths: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hot-paths", subcommands: [Run.self, Plot.self], defaultSubcommand: Run.self)
}
