import ArgumentParser
import EventIntake
import EventPlatform
import Foundation
import Logging

/// Runs an intake and a client on this machine, with files as in production.
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs a client against a local intake and accounts for every event.",
        discussion: """
            With --mode it demonstrates one dispatch mode: what the app does and when requests are sent.

            EXAMPLE
              eventctl demo
              eventctl demo --mode piggyback

            Exit status: 0 the counts of the client's ledger and of the intake's store are equal; 1 they differ; 70 \
            could not run.
            """)

    @Option(help: ArgumentHelp("The folder of streams.", valueName: "DIR"))
    var streams = "Streams"

    @Option(help: ArgumentHelp("A schema repository. May be repeated.", valueName: "DIR"))
    var schemas = ["Schemas"]

    @Option(help: "Demonstrate a dispatch mode: periodic, immediate, manual, power-save or piggyback.")
    var mode: DemoMode?

    @Flag(help: "Keep the intake running afterwards.")
    var keep = false

    func run() async throws {
        let agrees: Bool
        do {
            agrees = try await demonstrate()
        } catch {
            throw couldNotRun(error)
        }
        if !agrees { throw ExitCode.findings }
    }

    private func demonstrate() async throws -> Bool {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "event-platform-demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var configuration = IntakeConfiguration()
        configuration.streams = .directory(streams)
        configuration.schemaRoots = schemas
        configuration.storePath = folder.appendingPathComponent("intake.sqlite").path
        return try await withIntake(configuration, logger: quietLogger) { intake in
            try Output.line("intake   \(intake.url.absoluteString)  \(intake.store.path)")
            let ledger = try await play(against: intake.url, store: folder.appendingPathComponent("events.sqlite"))
            let agrees = try DemoTable(ledger: ledger, arrived: counts(in: intake.store)).print()
            if keep { try await leaveRunning(intake.url) }
            try FileManager.default.removeItem(at: folder)
            return agrees
        }
    }

    private func play(against server: URL, store: URL) async throws -> Ledger {
        if let mode { return try await DispatchModeScenario(mode, server: server, store: store).play() }
        return try await DemoScenario(server: server, store: store).play()
    }

    private func counts(in store: IntakeStore) throws -> [String: Int] {
        Dictionary(uniqueKeysWithValues: try store.streams().map { ($0, try store.count(stream: $0)) })
    }

    private func leaveRunning(_ url: URL) async throws {
        try Output.line("The intake is still running at \(url.absoluteString); stop it with Ctrl-C.")
        try await Task.sleep(for: .seconds(365 * 86_400))
    }
}

/// A logger that discards everything: the results of a command are on standard output.
let quietLogger = Logger(label: "eventctl") { _ in SwiftLogNoOpLogHandler() }
