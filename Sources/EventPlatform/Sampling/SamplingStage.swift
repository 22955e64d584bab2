import EventStreams

/// Whether an event of a stream goes on: the stream is known, and its sampling includes the event.
///
/// The gate on the caller's thread, the pipeline and `explain` all decide by it.
enum SamplingStage {
    enum Admission: Sendable {
        /// The event goes on.
        case admitted(StreamConfiguration)
        case refused(DropReason)
        /// No stream configuration has arrived.
        case undecided
    }

    static func admission(
        to name: String, in configurations: StreamConfigurations?,
        _ identifiers: @autoclosure () -> SamplingIdentifiers
    ) -> Admission {
        guard let configurations else { return .undecided }
        guard let stream = configurations[name] else {
            return .refused(configurations.isQuarantined(name) ? .streamQuarantined : .unknownStream)
        }
        let rule = stream.sampling
        let isIncluded = rule.unit == nil ? rule.includes(identifier: nil) : identifiers().areIncluded(by: rule)
        return isIncluded ? .admitted(stream) : .refused(.outOfSample)
    }
}
