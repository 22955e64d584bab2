import EventStreams
import EventSupport

/// Everything that the decision on an event depends on. It is immutable and replaced as a whole, so that one instance
/// decides an event.
@dynamicMemberLookup
final class DecisionSnapshot: Sendable {
    /// The parts of a snapshot.
    struct Values: Sendable {
        /// The configuration, with the changes at run time.
        var settings: EventPlatformClient.Configuration
        /// The user's decision; see ``Consent``.
        var consent: Consent
        /// Whether the user has decided, in this process or in an earlier one whose store is open. ``consent`` is then
        /// that decision, which neither a saved decision nor a configuration replaces.
        var isConsentSet = false
        /// Whether events that a refusal covers may still be in the store. Until they are removed nothing is sent, also
        /// after a later grant, and nothing is stored, so that only those events are removed. False before the store is
        /// open; see `ClientDependencies.restore`.
        var isRemovalPending = false
        /// Whether the pending removal is that of a refusal in another client, which keeps it.
        var isRefusedElsewhere = false
        /// Whether that refusal covers what was submitted and not taken from the inbox yet, also after a later grant.
        var isInboxRefused = false
        /// How often stored events were removed, those that expired and a pending removal included.
        var removals = 0
        /// The dispatch mode that the app has set at run time; `nil` where it has set none.
        var runTimeDispatchMode: DispatchMode?
        /// What a remote configuration throttles.
        var throttles = Throttles()
        /// The contextual attributes that a remote configuration has switched off.
        var hiddenAttributes: Set<ContextualAttribute> = []
        /// The layer of each setting that is not of the default one, by its name; see ``ExplainedSetting``.
        var layers: [String: SettingLayer] = [:]
        /// Whether no further submit call is taken.
        var isShutDown = false
        /// Whether a remote configuration is awaited; nothing is sent meanwhile.
        var awaitsRemoteConfiguration = false
        /// `nil` until stream configurations have arrived.
        var known: KnownStreams?
        /// The schemas that are compiled or missing.
        var schemas: [SchemaID: SchemaState] = [:]
        /// The install id; `nil` until the store has been opened.
        var installID: String?

        /// Whether consent is declined since `earlier` values, by whatever it was decided. Before the store is open,
        /// only the user's decision counts: a configuration's may be replaced by one that the store has.
        fileprivate func isRefusal(since earlier: Values) -> Bool {
            consent == .declined && earlier.consent != .declined && (isConsentSet || installID != nil)
        }
    }

    private let values: Values

    /// A part of the snapshot.
    subscript<Value>(dynamicMember part: KeyPath<Values, Value>) -> Value { values[keyPath: part] }

    init(_ configuration: EventPlatformClient.Configuration) {
        values = Values(settings: configuration, consent: configuration.consent)
    }

    private init(_ values: Values) { self.values = values }

    /// A changed copy.
    func changed(_ change: (inout Values) -> Void) -> DecisionSnapshot {
        var next = values
        change(&next)
        if next.isRefusal(since: values) { next.isRemovalPending = true }
        if next.isRemovalPending, !values.isRemovalPending { next.removals += 1 }
        return DecisionSnapshot(next)
    }

    // For what is done often: the settings are not copied.
    /// ``EventPlatformClient/Configuration/Store/commitDelay``.
    var commitDelay: Duration { values.settings.store.commitDelay }
    /// ``EventPlatformClient/Configuration/sessionTimeout``.
    var sessionTimeout: Duration { values.settings.sessionTimeout }
    /// ``EventPlatformClient/Configuration/onDrop``.
    var onDrop: (@Sendable (DropRecord) -> Void)? { values.settings.onDrop }

    /// `nil` until stream configurations have arrived.
    var streams: StreamConfigurations? { values.known?.configurations }

    /// What a submit call needs of the stream with exactly this name; `nil` for every other name.
    func knownStream(_ name: String) -> KnownStreams.Entry? { values.known?[name] }

    /// Whether submissions stay in the inbox, since events that a refusal before them covers are in the store.
    var holdsBackSubmissions: Bool { values.isRemovalPending && values.consent != .declined }

    /// Whether events may be sent.
    var maySend: Bool {
        values.consent == .granted && !values.awaitsRemoteConfiguration && !values.isRemovalPending
    }

    /// Looks a stream up, by its name and then by patterns.
    func lookUp(_ stream: String) -> StreamLookup {
        knownStream(stream)?.lookup ?? StreamLookup(stream, in: streams)
    }

    /// The attributes of the app's own that a context or the configuration declares.
    func declaredAttributes(in context: Context) -> [ContextualAttribute] {
        let configured = values.settings.declaredAttributes
        return configured.isEmpty ? context.ownAttributes : context.ownAttributes + configured
    }

    /// An attribute as a context or the configuration declares it; otherwise the attribute itself.
    func declared(_ attribute: ContextualAttribute, in context: Context) -> ContextualAttribute {
        context.entry(of: attribute)?.attribute
            ?? values.settings.declaredAttributes.first { $0 == attribute } ?? attribute
    }

    var eventsPerTransaction: Int { max(1, values.settings.store.eventsPerTransaction) }
}

/// The snapshot in force. It is part of the ``CallerState``, so that a submit call takes one lock for both. Reading
/// it neither copies nor allocates.
struct CurrentSnapshot: Sendable {
    /// See `ClientDependencies.caller`.
    private let caller: Locked<CallerState>
    private let changed: Signal

    /// `changed` is raised with each change.
    init(_ caller: Locked<CallerState>, changed: Signal) { (self.caller, self.changed) = (caller, changed) }

    /// The snapshot at this moment.
    var now: DecisionSnapshot { caller.withLock { $0.snapshot } }

    /// The configuration at this moment.
    var settings: EventPlatformClient.Configuration { now.settings }

    /// Replaces the snapshot. Changes are serialised, so that none is lost.
    func update(_ change: @Sendable (inout DecisionSnapshot.Values) -> Void) {
        // The replaced instance is returned, so that it is released outside of the lock.
        _ = caller.withLock { caller -> DecisionSnapshot in
            let replaced = caller.snapshot
            caller.snapshot = replaced.changed(change)
            return replaced
        }
        changed.raise()
    }
}
