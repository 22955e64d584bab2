import EventIntake
import Foundation
import ServiceLifecycle
import UnixSignals

/// The lines that are printed when the intake is ready.
struct ServeAnnouncement: Sendable {
    /// The generated token; otherwise `nil` or the user has given it.
    let token: String?
    /// Whether standard output is a sink of events.
    let writesEventsToStandardOutput: Bool

    func print(_ url: URL) throws {
        for line in ["ready \(url.absoluteString)"] + (token.map { ["token \($0)"] } ?? []) {
            if writesEventsToStandardOutput { Output.errorLine(line) } else { try Output.line(line) }
        }
    }
}

/// The intake as a service, which a signal stops.
struct ServedIntake: Service {
    let intake: Intake
    let announcement: ServeAnnouncement

    /// The signals that stop the intake. A closed terminal (SIGHUP) does as Ctrl-C does, so that temporary files are
    /// removed.
    static let stopSignals: [UnixSignal] = [.sigterm, .sigint, .sighup]

    /// Runs until a signal, or until the announcement cannot be written: without it the address is unknown.
    func run() async throws {
        let (failures, announced) = AsyncThrowingStream<Never, any Error>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                try await intake.run { url in
                    do { try announcement.print(url) } catch { announced.finish(throwing: error) }
                }
            }
            group.addTask { for try await _ in failures {} }
            // The first signal begins the graceful shutdown; at the second, the intake is cancelled.
            group.addTask {
                let signals = await UnixSignalsSequence(trapping: Self.stopSignals)
                _ = await signals.dropFirst().first { _ in true }
            }
            try await group.next()
        }
    }
}
