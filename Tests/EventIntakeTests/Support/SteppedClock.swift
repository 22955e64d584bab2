import Foundation

/// A clock for one sleeper, whose time a test lets pass step by step.
struct SteppedClock: Clock {
    private let bed = Bed()
    let now = ContinuousClock.now
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        await bed.sleep(now.duration(to: deadline))
        try Task.checkCancellation()
    }

    /// Returns once somebody sleeps.
    func sleeperCame() async { await bed.sleeperCame() }

    /// Wakes the sleeper.
    ///
    /// - Returns: how long the sleep was to be.
    func step() async -> Duration { await bed.wake() }

    /// Lets nobody sleep any longer.
    func end() async { await bed.end() }
}

private actor Bed {
    private var sleeper: (duration: Duration, wake: CheckedContinuation<Void, Never>)?
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isEnded = false

    func sleep(_ duration: Duration) async {
        guard !isEnded else { return }
        await withCheckedContinuation { continuation in
            sleeper = (duration, continuation)
            for one in waiting { one.resume() }
            waiting = []
        }
    }

    func sleeperCame() async {
        guard sleeper == nil else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func wake() -> Duration {
        defer { sleeper = nil }
        sleeper?.wake.resume()
        return sleeper?.duration ?? .zero
    }

    func end() {
        isEnded = true
        _ = wake()
    }
}
