import EventStreams

/// The gate: the stages that decide on a call before there is an event. A submit call runs them on the caller's thread.
extension DecisionSnapshot {
    /// Why the gate drops a call of a stream; `nil` when the call passes. Before stream configurations have arrived,
    /// `configuration` and `sampling` let it pass: the core then decides them.
    func gateRefusal(
        of lookup: StreamLookup, named name: String, _ identifiers: @autoclosure () -> SamplingIdentifiers
    ) -> DropReason? {
        for stage in EventLifecycle.Stage.gate {
            if let reason = refusal(at: stage, of: lookup, named: name, identifiers()) { return reason }
        }
        return nil
    }

    /// Why the gate drops a call without knowing more than what is configured under exactly the name of its stream;
    /// `nil` when the call passes, and for a name that patterns may match.
    func gateRefusal(
        of known: KnownStreams.Entry?, named name: String, _ identifiers: @autoclosure () -> SamplingIdentifiers
    ) -> DropReason? {
        if let known { return gateRefusal(of: known.lookup, named: name, identifiers()) }
        guard let otherNames = self.known?.otherNames else { return nil }
        return gateRefusal(of: otherNames, named: name, identifiers())
    }

    /// Why a stage of the gate drops a call; `nil` when it does not. The other stages need an event.
    func refusal(
        at stage: EventLifecycle.Stage, of lookup: StreamLookup, named name: String,
        _ identifiers: @autoclosure () -> SamplingIdentifiers
    ) -> DropReason? {
        switch stage {
        case .shutdown: return self.isShutDown ? .shutDown : nil
        case .consent: return self.consent == .declined ? .consentDeclined : nil
        case .configuration: return lookup.refusal
        case .sampling:
            return lookup.isSampled { identifiers()[$0] } ? nil : .outOfSample
        case .throttle: return self.throttles.pass(name, session: identifiers().session) ? nil : .throttled
        default: return nil
        }
    }
}

extension Submission {
    /// Whether the submit call has decided a stage for good. Consent and the stream's configuration are decided again,
    /// since they may have changed.
    func hasDecided(_ stage: EventLifecycle.Stage) -> Bool {
        switch stage {
        case .shutdown: true
        case .sampling, .throttle: self.isAdmitted
        default: false
        }
    }
}
