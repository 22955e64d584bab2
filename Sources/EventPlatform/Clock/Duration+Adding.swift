extension Duration {
    /// The sum, at most 2^60 seconds. `+` traps when the sum of two durations from an app's settings overflows.
    package func adding(_ other: Duration) -> Duration {
        let longest = Duration.seconds(1 << 60)
        return min(min(self, longest) + min(other, longest), longest)
    }
}
