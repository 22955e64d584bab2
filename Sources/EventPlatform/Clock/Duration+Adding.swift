extension Duration {
    /// Longer than any process runs, and short enough that the sum of two such durations does not overflow.
    private static let longest = Duration.seconds(1 << 60)

    /// The nearest duration from -2^60 to 2^60 seconds.
    package var bounded: Duration { min(max(self, .zero - Self.longest), Self.longest) }

    /// The sum, from -2^60 to 2^60 seconds. `+` traps when the sum of two durations from an app's settings overflows.
    package func adding(_ other: Duration) -> Duration { (bounded + other.bounded).bounded }
}
