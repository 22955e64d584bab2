import EventSchema
import EventStreams

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
    /// The settings of streams with this sampling.
    func applied(to streams: JSONObject) -> JSONObject {
        JSONObject(streams.map { name, settings in (name, applied(to: settings)) })
    }

    private func applied(to settings: JSONValue) -> JSONValue {
        switch self {
        case .asConfigured: return settings
        case .inSample: return settings.withEveryoneInSample
        case .outOfSample:
            var settings = settings
            settings.set(["unit": "session", "rate": 0], at: ["sample"])
            return settings
        }
    }
}
