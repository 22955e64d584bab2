extension Duration {
    /// The sum; where it is beyond every time that is used, the longest of those. A plain sum of two durations that an
    /// app gives could end the process.
    package func adding(_ other: Duration) -> Duration {
        let longest = Duration.seconds(1 << 60)
        return min(min(self, longest) + min(other, longest), longest)
    }
}
