package import EventStreams

extension StreamConfigurations {
    /// The usable entry of exactly that name or pattern.
    package func exactly(_ key: String) -> StreamConfiguration? { self.key(of: key) == key ? self[key] : nil }
}
