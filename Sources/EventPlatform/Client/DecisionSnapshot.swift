import EventStreams
import EventSupport

/// Everything that the decision on an event depends on. It is immutable and replaced as a whole, so that one instance
/// decides an event.
final class DecisionSnapshot: Sendable {
    /// The configuration, with the changes at run time.
    let settings: EventPlatformClient.Configuration
    /// The user's decision; see ``Consent``.
    let consent: Consent
    /// Whether the user has decided, in this process or in an earlier one whose store is open. ``consent`` is then that
    /// decision, which neither a saved decision nor a configuration replaces.
    let isConsentSet: Bool
    /// Whether events that a refusal covers may still be in the store. Until they are removed nothing is sent, also
    /// after a later grant, and nothing is stored, so that only those events are removed.
    let isRemovalPending: Bool
    /// The dispatch mode that the app has set at run time; `nil` where it has set none.
    let runTimeDispatchMode: DispatchMode?
    /// What a remote configuration throttles.
    let throttles: Throttles
    /// The contextual attributes that a remote configuration has switched off.
    let hiddenAttributes: Set<ContextualAttribute>
    /// The layer of each setting that is not of the default one, by its name; see ``ExplainedSetting``.
    let layers: [String: SettingLayer]
    /// Whether no further submit call is taken.
    let isShutDown: Bool
    /// Whether a remote configuration is awaited; nothing is sent meanwhile.
    let awaitsRemoteConfiguration: Bool
    /// `nil` until stream configurations have arrived.
    let known: KnownStreams?
    /// The schemas that are compiled or missing.
    let schemas: [SchemaID: SchemaState]
    /// The install id; `nil` until the store has been opened.
    let installID: String?

    /// `nil` until stream configurations have arrived.
    var streams: StreamConfigurations? { known?.configurations }

    /// What a submit call needs of the stream with exactly this name; `nil` for every other name.
    func knownStream(_ name: String) -> KnownStreams.Entry? { known?[name] }

    /// Whether events may be sent.
    var maySend: Bool { consent == .granted && !awaitsRemoteConfiguration && !isRemovalPending }

    /// Looks a stream up, by its name and then by patterns.
    func lookUp(_ stream: String) -> StreamLookup {
        knownStream(stream)?.lookup ?? StreamLookup(stream, in: streams)
    }

    var eventsPerTransaction: Int { max(1, settings.store.eventsPerTransaction) }

    init(_ configuration: EventPlatformClient.Configuration) {
        (settings, consent) = (configuration, configuration.consent)
        (known, schemas, installID, isConsentSet) = (nil, [:], nil, false)
        isRemovalPending = false  // the store is not open; see `ClientDependencies.restore`
        (runTimeDispatchMode, throttles, hiddenAttributes, layers) = (nil, Throttles(), [], [:])
        (isShutDown, awaitsRemoteConfiguration) = (false, false)
    }

    fileprivate init(_ change: Change) {
        (settings, consent, known) = (change.settings, change.consent, change.known)
        (schemas, installID, isConsentSet) = (change.schemas, change.installID, change.isConsentSet)
        (runTimeDispatchMode, throttles) = (change.runTimeDispatchMode, change.throttles)
        (hiddenAttributes, layers) = (change.hiddenAttributes, change.layers)
        (isShutDown, awaitsRemoteConfiguration) = (change.isShutDown, change.awaitsRemoteConfiguration)
        isRemovalPending = change.isRemovalPending || change.isNewRefusal
    }

    /// A changed copy.
    func changed(_ change: (inout Change) -> Void) -> DecisionSnapshot {
        var next = Change(self)
        change(&next)
        return DecisionSnapshot(next)
    }

    /// The parts of the next instance.
    struct Change {
        var settings: EventPlatformClient.Configuration
        var consent: Consent
        var isConsentSet: Bool
        var isRemovalPending: Bool
        var known: KnownStreams?
        var schemas: [SchemaID: SchemaState]
        var installID: String?
        var runTimeDispatchMode: DispatchMode?
        var throttles: Throttles
        var hiddenAttributes: Set<ContextualAttribute>
        var layers: [String: SettingLayer]
        var isShutDown: Bool
        var awaitsRemoteConfiguration: Bool
        private let wasDeclined: Bool

        /// Whether consent is declined with this change, by whatever it was decided. Before the store is open, only
        /// the user's decision counts: a configuration's may be replaced by one that the store has.
        fileprivate var isNewRefusal: Bool {
            consent == .declined && !wasDeclined && (isConsentSet || installID != nil)
        }

        fileprivate init(_ snapshot: DecisionSnapshot) {
            (settings, consent, known) = (snapshot.settings, snapshot.consent, snapshot.known)
            (schemas, installID, isConsentSet) = (snapshot.schemas, snapshot.installID, snapshot.isConsentSet)
            (runTimeDispatchMode, throttles) = (snapshot.runTimeDispatchMode, snapshot.throttles)
            (hiddenAttributes, layers) = (snapshot.hiddenAttributes, snapshot.layers)
            (isShutDown, awaitsRemoteConfiguration) = (snapshot.isShutDown, snapshot.awaitsRemoteConfiguration)
            (isRemovalPending, wasDeclined) = (snapshot.isRemovalPending, snapshot.consent == .declined)
        }
    }
}

/// The snapshot in force. It is part of the ``CallerState``, so that a submit call takes one lock for both. Reading
/// it neither copies nor allocates.
struct CurrentSnapshot: Sendable {
    private let caller: Locked<CallerState>

    init(_ caller: Locked<CallerState>) { self.caller = caller }

    /// The snapshot at this moment.
    var now: DecisionSnapshot { caller.withLock { $0.snapshot } }

    /// The configuration at this moment.
    var settings: EventPlatformClient.Configuration { now.settings }

    /// Replaces the snapshot. Changes are serialised, so that none is lost.
    func update(_ change: @Sendable (inout DecisionSnapshot.Change) -> Void) {
        // The replaced instance is returned, so that it is released outside of the lock.
        _ = caller.withLock { caller -> DecisionSnapshot in
            let replaced = caller.snapshot
            caller.snapshot = replaced.changed(change)
            return replaced
        }
    }
}
