import Foundation

/// A clock for one sleeper, whose time a test advances step by step.
struct SteppedClock: Clock {
    private let sleeper = Sleeper()
    let now = ContinuousClock.now
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        await sleeper.sleep(now.duration(to: deadline))
        try Task.checkCancellation()
    }

    /// Waits until a task sleeps.
    func waitForSleeper() async { await sleeper.waitUntilAsleep() }

    /// Wakes the sleeper.
    ///
    /// - Returns: how long the sleep was to be.
    func step() async -> Duration { await sleeper.wake() }

    /// Ends the current sleep and all later ones.
    func end() async { await sleeper.end() }
}

private actor Sleeper {
    private var sleep: (duration: Duration, wake: CheckedContinuation<Void, Never>)?
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isEnded = false

    func sleep(_ duration: Duration) async {
        guard !isEnded else { return }
        await withCheckedContinuation { continuation in
            sleep = (duration, continuation)
            for one in waiting { one.resume() }
            waiting = []
        }
    }

    func waitUntilAsleep() async {
        guard sleep == nil else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func wake() -> Duration {
        defer { sleep = nil }
        sleep?.wake.resume()
        return sleep?.duration ?? .zero
    }

    func end() {
        isEnded = true
        _ = wake()
    }
}
