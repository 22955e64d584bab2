import EventStreams
import EventSupport

/// Everything that the decision on an event depends on. It is immutable and replaced as a whole, so that one instance
/// decides an event.
final class Rules: Sendable {
    /// The configuration, with the changes at run time.
    let settings: EventPlatformClient.Configuration
    /// The user's choice; see ``Consent``.
    let consent: Consent
    /// Whether the app set it in this process. Then the choice that an earlier process saved does not apply.
    let isConsentSet: Bool
    /// `nil` until stream configurations have arrived.
    let streams: StreamConfigurations?
    /// The schemas that are compiled or missing.
    let schemas: [SchemaID: SchemaState]
    /// The install id; `nil` until the store has been opened.
    let installID: String?

    var rowsPerTransaction: Int { max(1, settings.store.rowsPerTransaction) }

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
    var now: Rules { state.withLock { $0 } }

    /// The configuration at this moment.
    var settings: EventPlatformClient.Configuration { now.settings }

    /// Replaces the rules. Changes are serialised, so that none is lost.
    func update(_ change: @Sendable (inout Rules.Change) -> Void) {
        state.withLock { rules in
            var next = Rules.Change(rules)
            change(&next)
            rules = Rules(next)
        }
    }
}
