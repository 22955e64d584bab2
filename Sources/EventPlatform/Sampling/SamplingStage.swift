import EventStreams

/// Decides whether an event is admitted: its stream is known, and the stream's sampling includes the event.
///
/// The check on the caller's thread, the pipeline and `explain` use it.
enum SamplingStage {
    enum Admission: Sendable {
        /// The event passes to the next stage.
        case admitted(StreamConfiguration)
        case refused(DropReason)
        /// No stream configuration has arrived.
        case undecided

        /// The stream, where the event is admitted.
        var stream: StreamConfiguration? { if case .admitted(let stream) = self { stream } else { nil } }
    }

    static func admission(
        to name: String, in configurations: StreamConfigurations?,
        _ identifiers: @autoclosure () -> SamplingIdentifiers
    ) -> Admission {
        let known = lookUp(name, in: configurations)
        return refusal(of: known, identifiers()).map(Admission.refused) ?? known
    }

    /// The admission to a stream before its sampling is considered.
    static func lookUp(_ name: String, in configurations: StreamConfigurations?) -> Admission {
        guard let configurations else { return .undecided }
        if let stream = configurations[name] { return .admitted(stream) }
        return .refused(configurations.isQuarantined(name) ? .streamQuarantined : .unknownStream)
    }

    /// Why an event is refused, after its stream was looked up; `nil` where it is not.
    static func refusal(of known: Admission, _ identifiers: @autoclosure () -> SamplingIdentifiers) -> DropReason? {
        switch known {
        case .admitted(let stream): stream.isSampled { identifiers()[$0] } ? nil : .outOfSample
        case .refused(let reason): reason
        case .undecided: nil
        }
    }

    /// Why the throttles refuse an event; `nil` where they let it pass.
    static func throttling(
        by throttles: Throttles, _ stream: String, _ identifiers: @autoclosure () -> SamplingIdentifiers
    ) -> DropReason? {
        throttles.pass(stream, session: identifiers().session) ? nil : .throttled
    }
}
