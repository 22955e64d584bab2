package import CoreMetrics

extension CoreMetrics.Timer {
    /// Records the time that has passed since an instant.
    package func record(since start: ContinuousClock.Instant) {
        let (seconds, attoseconds) = start.duration(to: .now).components
        recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
