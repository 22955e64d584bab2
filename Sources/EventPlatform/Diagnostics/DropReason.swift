/// Why an event was dropped. The text is fixed: the ledger, reports and metrics use it as a label.
public enum DropReason: String, Sendable, Hashable, CaseIterable, Comparable {
    // MARK: Intended: there is nothing to correct

    /// The stream's sampling leaves this session, device or page view out.
    case outOfSample
    /// A curation rule of the stream did not pass.
    case curated
    /// An event with this `meta.id` is stored already, or was delivered before and the store has kept its id.
    case duplicate
    /// The user has declined.
    case consentDeclined
    /// The store was purged by hand.
    case purged
    /// A remote configuration has switched the stream or the client off for this session; see ``Throttle``.
    case throttled

    // MARK: Mistakes in the event or the configuration

    /// The configuration has no such stream.
    case unknownStream
    /// The stream's configuration is broken; see the diagnostics.
    case streamQuarantined
    /// The action of an interaction is empty.
    case emptyAction
    /// The event could not be encoded as a JSON object, or its stored bytes are no longer JSON after damage to the
    /// store.
    case unencodable
    /// The event does not follow its schema, by the client's own validation.
    case invalid
    /// The intake refused the event by its schema.
    case rejectedInvalid
    /// The intake refused the event by a status: 400 beside events that it named, 400, 410 or 422 to this event alone
    /// while others passed, or a status that ``RetryPolicy`` makes final.
    case rejectedStatus
    /// The intake could not process the event in any of ``RetryPolicy/maximumAttempts`` attempts.
    case intakeError
    /// The event alone is larger than a request may be, or than the intake accepts.
    case tooLarge

    // MARK: Limits

    /// The input buffer was full, and this was its oldest event.
    case inputBufferFull
    /// The inbox was full: events were submitted faster than the client could process them.
    case inboxFull
    /// This event alone could not be written to the store, since the cipher or the store refused it.
    case unwritable
    /// The row of the event in the store did not match its checksum; it was moved to the table `damaged`.
    case damaged
    /// The store could not be written for so long that the events in memory reached their limit; this was the oldest.
    case storeUnavailable
    /// The store was full; events with the lowest priority are dropped first, within a priority the oldest.
    case storeFull
    /// The event had been in the store for longer than the maximum age.
    case expired

    // MARK: The end of the client

    /// The event was submitted after `shutdown`.
    case shutDown

    /// Whether the stream's configuration or the user requires the drop, so that there is nothing to correct.
    public var isIntended: Bool {
        switch self {
        case .outOfSample, .curated, .duplicate, .consentDeclined, .purged, .throttled: true
        default: false
        }
    }

    /// The order of the labels' texts, for reports.
    public static func < (left: DropReason, right: DropReason) -> Bool { left.rawValue < right.rawValue }
}
