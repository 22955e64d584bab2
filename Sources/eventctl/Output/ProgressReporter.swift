import Foundation

/// Reports on standard error how far a simulation is, every two seconds, when standard error is a terminal.
struct ProgressReporter {
    private let duration: Duration
    private let isWanted = isatty(STDERR_FILENO) == 1
    private let start = ContinuousClock.now
    private var last = ContinuousClock.now

    private static let interval: Duration = .seconds(2)

    init(duration: Duration) { self.duration = duration }

    /// Reports the simulated time unless the latest report is less than two seconds old.
    mutating func report(_ time: Duration) {
        let now = ContinuousClock.now
        guard isWanted, now - last >= Self.interval else { return }
        last = now
        let (hours, all) = (time.components.seconds / 3600, duration.components.seconds / 3600)
        let rest = (now - start) * ((duration - time) / time)
        Output.errorLine("simulated \(hours) of \(all) hours, about \(rest.components.seconds) s to go")
    }
}
