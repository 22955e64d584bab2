import EventStreams
import EventSupport

/// Everything an event is decided by. It is replaced as a whole, never changed: an event is decided by one instance.
final class Rules: Sendable {
    /// The configuration as it stands, with what has changed at run time.
    let settings: EventPlatformClient.Configuration
    /// The user's choice; see ``Consent``.
    let consent: Consent
    /// Whether the app has set it in this process: then it counts more than what an earlier process has kept.
    let isConsentSet: Bool
    /// `nil` until stream configurations have arrived.
    let streams: StreamConfigurations?
    /// The schemas that are compiled, or known to be missing.
    let schemas: [SchemaID: SchemaState]
    /// The install id; `nil` until the store has been opened.
    let installID: String?

    init(_ configuration: EventPlatformClient.Configuration) {
        (settings, consent) = (configuration, configuration.consent)
        (streams, schemas, installID, isConsentSet) = (nil, [:], nil, false)
    }

    fileprivate init(_ change: Change) {
        (settings, consent, streams) = (change.settings, change.consent, change.streams)
        (schemas, installID, isConsentSet) = (change.schemas, change.installID, change.isConsentSet)
    }

    /// The parts of the next instance.
    struct Change {
        var settings: EventPlatformClient.Configuration
        var consent: Consent
        var isConsentSet: Bool
        var streams: StreamConfigurations?
        var schemas: [SchemaID: SchemaState]
        var installID: String?

        fileprivate init(_ rules: Rules) {
            (settings, consent, streams) = (rules.settings, rules.consent, rules.streams)
            (schemas, installID, isConsentSet) = (rules.schemas, rules.installID, rules.isConsentSet)
        }
    }
}

/// The rules in force. Reading them costs one short lock, and neither copies nor allocates.
final class CurrentRules: Sendable {
    private let state: Locked<Rules>

    init(_ configuration: EventPlatformClient.Configuration) { state = Locked(Rules(configuration)) }

    /// The rules at this moment.
    var now: Rules { state.withLock(\.self) }

    /// The configuration at this moment.
    var settings: EventPlatformClient.Configuration { now.settings }

    /// Replaces the rules. Changes come one after the other, so none is lost.
    func update(_ change: @Sendable (inout Rules.Change) -> Void) {
        state.withLock { rules in
            var next = Rules.Change(rules)
            change(&next)
            rules = Rules(next)
        }
    }
}
