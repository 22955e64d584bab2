import EventSupport
import ArgumentParser
import EventIntake
import EventCatalog
import EventPlatform
import EventPlatformURLSession
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The dispatch modes that the demo can show.
enum DemoMode: String, ExpressibleByArgument, CaseIterable {
    case periodic
    case immediate
    case manual
    case powerSave = "power-save"
    case piggyback

    /// The dispatch mode, with intervals of seconds so that the demo is short.
    var mode: DispatchMode {
        switch self {
        case .periodic: .periodic(.seconds(2))
        case .powerSave: .periodic(.seconds(1))
        case .immediate: .immediate
        case .manual: .manual
        case .piggyback: .piggyback(idle: .milliseconds(500), min: .seconds(2), max: .seconds(6))
        }
    }

    /// The description that is printed before the demo.
    var caption: String {
        switch self {
        case .periodic: "every 2 s while events are stored (the default of an app is 30 s)"
        case .powerSave: "every 1 s while events are stored; without stored events no timer runs"
        case .immediate: "as soon as an event is stored"
        case .manual: "only when the app calls dispatch()"
        case .piggyback:
            "0.5 s after the app's own traffic, at intervals of 2 to 6 s (the defaults of an app are 4.5, 20 and 180 s)"
        }
    }

    /// One action of the app.
    enum Step {
        case submit(Int)
        /// The app fetches pages of its own, at the same time.
        case requests(Int)
        case dispatch
        case wait(Duration)
    }

    /// The app's actions, a few seconds long.
    var steps: [Step] {
        switch self {
        case .periodic:
            [
                .submit(3), .wait(.milliseconds(1200)), .submit(2), .wait(.milliseconds(1600)), .submit(1),
                .wait(.seconds(3)),
            ]
        case .powerSave: [.submit(2), .wait(.seconds(5)), .submit(1), .wait(.seconds(2))]
        case .immediate:
            [
                .submit(1), .wait(.milliseconds(700)), .submit(3), .wait(.milliseconds(700)), .submit(1),
                .wait(.seconds(1)),
            ]
        case .manual: [.submit(3), .wait(.seconds(2)), .dispatch, .submit(2), .wait(.seconds(1)), .dispatch]
        case .piggyback:
            [
                .submit(2), .wait(.milliseconds(2500)), .requests(2), .wait(.milliseconds(300)), .requests(1),
                .wait(.seconds(1)),
                .submit(1), .requests(1), .wait(.milliseconds(800)), .wait(.seconds(6)),
            ]
        }
    }
}

/// Runs the steps of a dispatch mode against an intake and prints what happens at which time.
struct DispatchModeScenario {
    private let demo: DemoMode
    private let server: URL
    private let client: EventPlatformClient
    private let timeline: Timeline

    init(_ demo: DemoMode, server: URL, store: URL) {
        (self.demo, self.server) = (demo, server.appendingPathComponent("/"))
        timeline = Timeline()
        var configuration = EventPlatformClient.Configuration(server: server, store: .file(store))
        configuration.logger = silentLogger
        configuration.network.reportsLedger = true
        configuration.dispatchMode = demo.mode
        configuration.network.connection = TracingConnection(timeline)
        var context = Context()
        context.agent.clientPlatform = "ios"
        client = Project.platform.client(configuration, context: context)
    }

    /// Runs all steps and returns the ledger.
    func run() async throws -> Ledger {
        try Output.line("mode     \(demo.rawValue): \(demo.caption)")
        try await client.openStore()
        client.start()
        try await waitForConfigurations()
        timeline.begin()
        for step in demo.steps { try await perform(step) }
        timeline.log("the app ends: stored events are flushed")
        _ = await client.shutdown(deadline: .seconds(5))
        return client.ledger
    }

    /// Waits until stream configurations have arrived, which takes milliseconds.
    private func waitForConfigurations() async throws {
        let limit: Duration = .seconds(10)
        let start = ContinuousClock.now
        while !client.hasConfigurations {
            guard ContinuousClock.now - start < limit else {
                let reasons = client.diagnostics.map(\.message).joined(separator: "; ")
                throw CommandError("the client got no stream configurations within \(limit): \(reasons)")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Fetches the intake's page as an app fetches its own. The marks report these requests to the client.
    private func fetchPages(_ count: Int) async throws {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count {
                group.addTask { [server, client] in
                    try await URLSession.shared.data(from: server, marking: client.primaryTraffic).0.count
                }
            }
            for try await bytes in group { timeline.log("the app's own GET \(server.path): \(bytes) bytes") }
        }
    }

    private func perform(_ step: DemoMode.Step) async throws {
        switch step {
        case .submit(let count):
            for _ in 0..<count { client.submitInteraction(stream: "app.error_reports", action: "timeout") }
            timeline.log("submitted \(count)")
        case .requests(let count): try await fetchPages(count)
        case .dispatch:
            let report = await client.dispatch()
            timeline.log("dispatch(): \(report.delivered) delivered, \(report.pending) pending")
        case .wait(let time):
            try await Task.sleep(for: time)
        }
    }
}

/// Prints lines with the time since the start.
final class Timeline: Sendable {
    private let start = Locked(ContinuousClock.now)

    func begin() { start.withLock { $0 = .now } }

    func log(_ what: String) {
        let time = (ContinuousClock.now - start.withLock { $0 }).seconds
        do { try Output.line(String(format: "%6.2f s  ", time) + what) } catch { Output.errorLine("\(error)") }
    }
}

/// The default transport, with a line in the timeline for each POST.
private struct TracingConnection: NetworkConnection {
    private let connection = DefaultConnection.make()
    private let timeline: Timeline

    init(_ timeline: Timeline) { self.timeline = timeline }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        let response = try await connection.send(request)
        if request.method == .post {
            let coding = request.headers["Content-Encoding"].map { ", \($0)" } ?? ""
            timeline.log("          → POST \(request.body.count) bytes\(coding): \(response.status)")
        }
        return response
    }
}
