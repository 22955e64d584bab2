import EventIntake
import EventSupport
import Foundation
import ServiceLifecycle
import UnixSignals

/// The lines that are printed when the intake is ready.
struct ServeAnnouncement: Sendable {
    /// The generated token; otherwise `nil` or the user has given it.
    let token: String?
    /// Whether standard output is a sink of events.
    let writesEventsToStandardOutput: Bool

    /// Prints the URL of the intake, that of the admin port if there is one, and the token.
    func print(_ url: URL, admin: URL?) throws {
        let lines = [
            "ready \(url.absoluteString)", admin.map { "admin \($0.absoluteString)" }, token.map { "token \($0)" },
        ]
        for line in lines.compactMap(\.self) {
            if writesEventsToStandardOutput { Output.errorLine(line) } else { try Output.line(line) }
        }
    }
}

/// The intake as a service, which a signal stops.
struct ServedIntake: Service {
    let intake: Intake
    let announcement: ServeAnnouncement
    /// Reads settings again at SIGHUP; `nil` if there are none that can change.
    let reload: (@Sendable () async -> Void)?
    /// The service manager that follows the process; `nil` when none does.
    let manager: ServiceManager?

    /// The signals that stop the intake. A closed terminal (SIGHUP) does as Ctrl-C does, so that temporary files are
    /// removed, unless the signal has another meaning.
    var stopSignals: [UnixSignal] { [.sigterm, .sigint] + (reload == nil ? [.sighup] : []) }

    /// Runs until a signal, or until the announcement cannot be written: without it the address is unknown.
    func run() async throws {
        let (failures, announced) = AsyncThrowingStream<Never, any Error>.makeStream()
        let adminURL = Locked<URL?>(nil)
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                try await intake.run { url in
                    do {
                        try announcement.print(url, admin: adminURL.withLock(\.self))
                        manager?.tell(.ready)
                    } catch {
                        announced.finish(throwing: error)
                    }
                } onAdmin: { url in
                    adminURL.withLock { $0 = url }
                }
            }
            group.addTask { for try await _ in failures {} }
            if let reload {
                // The sequence ends with the task.
                group.addTask {
                    for await _ in await UnixSignalsSequence(trapping: .sighup) {
                        manager?.tell(.reloading)
                        await reload()
                        manager?.tell(.ready)
                    }
                }
            }
            // The first signal begins the graceful shutdown; at the second, the intake is cancelled.
            group.addTask {
                var signals = await UnixSignalsSequence(trapping: stopSignals).makeAsyncIterator()
                if await signals.next() != nil { manager?.tell(.stopping) }
                _ = await signals.next()
            }
            try await group.next()
        }
    }
}
