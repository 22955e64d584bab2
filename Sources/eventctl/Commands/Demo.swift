import ArgumentParser
import EventIntake
import EventPlatform
import EventSchema
import Foundation
import Logging

/// Runs an intake and a client on this machine, with files as in production.
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs a client against a local intake and accounts for every event.",
        discussion: """
            It runs in any folder: its streams and schemas are its own.

            With --mode it demonstrates one dispatch mode: what the app does and when requests are sent. With \
            --remote-config it edits the remote configuration of two clients while they run.

            EXAMPLE
              eventctl demo
              eventctl demo --mode piggyback
              eventctl demo --remote-config
              eventctl demo --console

            Exit status: 0 the counts of the client's ledger and of the intake's store are equal; 1 they differ; 70 \
            could not run.
            """)

    @Option(help: "Demonstrate a dispatch mode: periodic, immediate, manual, power-save or piggyback.")
    var mode: DemoMode?

    @Flag(help: "Demonstrate a remote configuration: an update, a client that is removed, and one that comes back.")
    var remoteConfig = false

    @Flag(help: "Keep the intake running afterwards.")
    var keep = false

    @Flag(help: "Name the page that shows the events as they arrive, and keep the intake running as with --keep.")
    var console = false

    func validate() throws {
        if mode != nil, remoteConfig {
            throw ValidationError("--mode and --remote-config cannot be combined; use one of them")
        }
    }

    func run() async throws {
        let signals = await TerminationSignals()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "event-platform-demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let result = await result(of: { try await signals.run { try await demonstrate(in: folder) } })
        try await remove(folder)
        if signals.isTerminating { return try endBySignal() }
        if try result.get() == false { throw ExitCode.findings }
    }

    /// Removes the folder of the demo. While a store that responded too late is closed, files of it come and go, so
    /// that it may take some attempts.
    private func remove(_ folder: URL) async throws {
        for attempt in 1... {
            do { return try FileManager.default.removeItem(at: folder) } catch {
                guard FileManager.default.fileExists(atPath: folder.path) else { return }
                guard attempt < 50 else { throw error }
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    private func result<Value>(of work: () async throws -> Value) async -> Result<Value, any Error> {
        do { return .success(try await work()) } catch { return .failure(error) }
    }

    /// Whether the intake runs until Ctrl-C.
    private var staysOpen: Bool { keep || console }

    /// Ctrl-C is how a demo that stays open ends.
    private func endBySignal() throws {
        if !staysOpen { throw CommandError("ended by a signal") }
    }

    private func demonstrate(in folder: URL) async throws -> Bool {
        var configuration = IntakeConfiguration()
        let streams = folder.appendingPathComponent("streams.json")
        try Data(DemoStreams.response.jsonBytes).write(to: streams)
        configuration.streams = .file(streams.path)
        configuration.storePath = folder.appendingPathComponent("intake.sqlite").path
        let document = folder.appendingPathComponent("client-config.json")
        if remoteConfig {
            try RemoteConfigurationScenario.write(to: document, version: 1, [])
            configuration.clientConfiguration = document.path
        }
        configuration.tools = ServedTools(configuration).tools
        return try await withIntake(configuration, logger: silentLogger) { intake in
            try Output.line("intake   \(intake.url.absoluteString)  \(intake.store.path)")
            if console { try Output.line("console  \(intake.url.absoluteString)/console") }
            if remoteConfig {
                let agrees = try await runRemoteConfiguration(document, intake.url, intake.store)
                if staysOpen { try await waitForSignal(intake.url) }
                return agrees
            }
            let ledger = try await runScenario(
                against: intake.url, store: folder.appendingPathComponent("events.sqlite"))
            let agrees = try DemoTable(ledger: ledger, arrived: counts(in: intake.store)).print()
            if staysOpen { try await waitForSignal(intake.url) }
            return agrees
        }
    }

    private func runScenario(against server: URL, store: URL) async throws -> Ledger {
        if let mode { return try await DispatchModeScenario(mode, server: server, store: store).run() }
        return try await DemoScenario(server: server, store: store).run()
    }

    private func runRemoteConfiguration(_ document: URL, _ url: URL, _ store: IntakeStore) async throws -> Bool {
        let scenario = RemoteConfigurationScenario(
            intake: url, document: document, stores: document.deletingLastPathComponent())
        let (submitted, delivered) = try await scenario.run()
        let arrived = try counts(in: store).values.reduce(0, +)
        try Output.line(
            "\(submitted) events submitted, \(delivered) delivered by the ledgers, \(arrived) in the intake's store")
        return delivered == arrived && delivered == submitted
    }

    private func counts(in store: IntakeStore) throws -> [String: Int] {
        Dictionary(uniqueKeysWithValues: try store.streams().map { ($0, try store.count(stream: $0)) })
    }

    private func waitForSignal(_ url: URL) async throws {
        try Output.line("The intake is still running at \(url.absoluteString); stop it with Ctrl-C.")
        try await Task.sleep(for: .seconds(365 * 86_400))
    }
}

/// A logger that discards everything: the results of a command are on standard output.
let silentLogger = Logger(label: "eventctl") { _ in SwiftLogNoOpLogHandler() }
