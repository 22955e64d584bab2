/// Why an event was dropped. The text is fixed: the ledger, reports and metrics use it as a label.
public enum DropReason: String, Sendable, Hashable, CaseIterable, Comparable {
    // MARK: As designed: nothing is wrong

    /// The stream's sampling leaves this session or device out.
    case outOfSample
    /// A curation rule of the stream did not pass.
    case curated
    /// An event with this `meta.id` waits in the store already, or was delivered from it before, where the store
    /// remembers that.
    case duplicate
    /// The user has declined.
    case consentDeclined
    /// The store was purged by hand.
    case purged

    // MARK: Mistakes in the event or the configuration

    /// The configuration has no such stream.
    case unknownStream
    /// The stream's configuration is broken, see the diagnostics.
    case streamQuarantined
    /// The action of an interaction is empty.
    case emptyAction
    /// The event could not be written as a JSON object, or is none any more after damage to the store.
    case unencodable
    /// The event does not follow its schema, by the client's own validation.
    case invalid
    /// The intake refused the event by its schema.
    case rejectedInvalid
    /// The intake refused the event by a status: 400 beside events that it named, 400, 410 or 422 to this event alone
    /// while others passed, or a status that ends all tries by ``RetryPolicy``.
    case rejectedStatus
    /// The intake could not process the event, time and again.
    case intakeError
    /// The event alone is larger than a request may be, or than what the intake takes.
    case tooLarge

    // MARK: Limits

    /// The input buffer was full; the oldest event made room.
    case inputBufferFull
    /// More events came than the pipeline could take in.
    case inboxFull
    /// This event alone could not be written to the store, since the cipher or the store refused it.
    case unwritable
    /// The row of the event in the store did not match its checksum; it was set aside.
    case damaged
    /// The store could not be written for so long that events in memory had to make room.
    case storeUnavailable
    /// The store was full; the least important and oldest events made room.
    case storeFull
    /// The event had been in the store for longer than the maximum age.
    case expired
    /// The event came after `shutdown`.
    case shutDown

    /// Whether the drop is what the stream's configuration or the user asked for, and no finding.
    public var isAsDesigned: Bool {
        switch self {
        case .outOfSample, .curated, .duplicate, .consentDeclined, .purged: true
        default: false
        }
    }

    /// The order of the labels' texts, for reports.
    public static func < (left: DropReason, right: DropReason) -> Bool { left.rawValue < right.rawValue }
}
