/// Notes on standard error about how far a simulation is, every few seconds.
struct ProgressNotes {
    private let duration: Duration
    private let start = ContinuousClock.now
    private var last = ContinuousClock.now

    private static let interval: Duration = .seconds(2)

    init(duration: Duration) { self.duration = duration }

    mutating func simulated(_ time: Duration) {
        let now = ContinuousClock.now
        guard now - last >= Self.interval else { return }
        last = now
        let (hours, all) = (time.components.seconds / 3600, duration.components.seconds / 3600)
        let rest = (now - start) * ((duration - time) / time)
        Output.note("simulated \(hours) of \(all) hours, about \(rest.components.seconds) s to go")
    }
}
