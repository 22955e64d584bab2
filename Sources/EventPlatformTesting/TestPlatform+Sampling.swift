import EventSchema

extension TestPlatform {
    /// Whether the sessions, devices and page views of a test are in the samples of its streams.
    ///
    /// ```swift
    /// let platform = try TestPlatform(catalogNear: #filePath, sampling: .outOfSample)
    /// ```
    public enum Sampling: Sendable, Hashable {
        /// In the sample of every stream, whatever its rate: the stream configurations come with the rate 1. A stream
        /// whose sampling cannot be read stays as it is: it has nothing in its sample.
        case inSample
        /// In the sample of no stream: the stream configurations come with the rate 0.
        case outOfSample
        /// As the streams' settings say: the rates decide about the identifiers of the test.
        case asConfigured
    }
}

extension TestPlatform.Sampling {
    /// Where the sampling of a stream stands, today's form first.
    private static let paths = [["sample"], ["producers", "metrics_platform_client", "sampling"]]

    /// The settings of streams with this sampling.
    func applied(to streams: JSONObject) -> JSONObject {
        JSONObject(streams.map { name, settings in (name, applied(to: settings)) })
    }

    private func applied(to settings: JSONValue) -> JSONValue {
        var settings = settings
        switch self {
        case .asConfigured: break
        case .outOfSample: settings.set(["unit": "session", "rate": 0], at: ["sample"])
        case .inSample:
            for path in Self.paths.map({ $0 + ["rate"] }) where settings[path: path]?.number != nil {
                settings.set(1, at: path[...])
            }
        }
        return settings
    }
}
