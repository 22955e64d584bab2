import EventStreams

/// What stream configurations have for the name of a stream.
enum StreamLookup: Sendable {
    case found(StreamConfiguration)
    /// The stream is unknown, or its configuration is broken.
    case refused(DropReason)
    /// No stream configurations have arrived.
    case undecided

    /// Looks a stream up, by its name and then by patterns.
    init(_ name: String, in configurations: StreamConfigurations?) {
        guard let configurations else { self = .undecided; return }
        if let stream = configurations[name] {
            self = .found(stream)
        } else {
            self = .refused(configurations.isQuarantined(name) ? .streamQuarantined : .unknownStream)
        }
    }

    /// The stream, where it was found.
    var stream: StreamConfiguration? { if case .found(let stream) = self { stream } else { nil } }
    /// Whether the stream's sampling includes an event with these identifiers, or there is no stream.
    func isSampled(_ identifier: (SamplingUnit) -> String?) -> Bool {
        switch self {
        case .found(let stream): stream.isSampled(identifier)
        case .refused, .undecided: true
        }
    }

    /// The reason, where the stream is refused.
    var refusal: DropReason? { if case .refused(let reason) = self { reason } else { nil } }
}
