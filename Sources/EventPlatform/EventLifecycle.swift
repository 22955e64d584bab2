/// The life of an event, from the submit call to the ledger: a list of stages in their order.
///
/// The call runs the ``Stage/gate`` on its caller's thread. The ``ClientCore`` runs the rest: the ``EventPipeline``
/// those up to the row, then it commits rows, and sends what the dispatch schedule says. ``StreamExplainer`` runs the
/// same list to put it into words.
enum EventLifecycle {
    /// One stage. Its name is that in a ``StreamExplanation``.
    enum Stage: String, CaseIterable, Sendable {
        // MARK: The gate, on the caller's thread

        /// The client is not shut down.
        case shutdown
        /// The user has not declined.
        case consent
        /// The stream is configured. Before stream configurations have arrived, the event continues.
        case configuration
        /// The stream's sampling includes the session, the device or the page view.
        case sampling
        /// The remote configuration lets the session pass.
        case throttle
        /// The inbox has room until the core takes the event.
        case inbox

        // MARK: The pipeline, in the core

        /// While there are no stream configurations, the input buffer has room.
        case inputBuffer
        /// An interaction names its action.
        case action
        /// What the app gave becomes a JSON object.
        case encoding
        /// If the event has a `meta` of its own, it is an object, which can have a stream and an id.
        case envelope
        /// The schema is looked up. While it is loading, the event waits in a row of the store.
        case schema
        /// The envelope and the contextual attributes are added: `$schema`, `meta`, `dt`, and what the stream lists.
        case context
        /// The stream's curation rules pass.
        case curation
        /// The event follows its schema.
        case validation
        /// The event becomes bytes, and a request can hold it.
        case size
        /// If the schema allows it, the store will write a sequence number into the event.
        case sequenceNumber

        // MARK: The store

        /// The user has not declined meanwhile, and the transaction with the event's row can be written.
        case commit
        /// The id of the event is new, and the store has room for its row.
        case store
        /// While the row waits, it does not become too old, and neither a refusal nor a person removes it.
        case upkeep

        // MARK: Sending

        /// The dispatch schedule begins a cycle of the event's destination.
        case dispatch
        /// The row can be read and is leased for one request, if the remote configuration still lets its stream pass.
        case lease
        /// The request takes the event to the intake, in a task of its own. A failure keeps the event.
        case request
        /// The intake's response is read for each event.
        case verdict
        /// The ledger counts the event as delivered, in the transaction that removes its row.
        case ledger

        /// The stages of the gate that decide on a call, before there is an event.
        static let gate: [Stage] = [.shutdown, .consent, .configuration, .sampling, .throttle]
        /// The stages that the pipeline runs. Those of the gate are among them, since what they decide by may change
        /// until the event has a row.
        static let pipeline: [Stage] =
            gate + [.action, .encoding, .envelope, .schema, .context, .curation, .validation, .size, .sequenceNumber]

        /// What may end an event at this stage, and the file that decides it.
        var decision: Decision {
            switch self {
            case .shutdown: .init("Gate", .shutDown)
            case .consent: .init("Gate", .consentDeclined)
            case .configuration: .init("StreamLookup", .unknownStream, .streamQuarantined)
            case .sampling: .init("Gate", .outOfSample)
            case .throttle: .init("Gate", .throttled)
            case .inbox: .init("Inbox", .inboxFull)
            case .inputBuffer: .init("Decider", .inputBufferFull)
            case .action: .init("EventPipeline", .emptyAction)
            case .encoding: .init("EventPipeline", .unencodable)
            case .envelope: .init("EventPipeline", .invalid)
            case .schema: .init("SchemaLoader")
            case .context: .init("StreamContext")
            case .curation: .init("EventPipeline", .curated)
            case .validation: .init("EventPipeline", .invalid)
            case .size: .init("EventPipeline", .tooLarge)
            case .sequenceNumber: .init("EventPipeline")
            case .commit: .init("Committer", .consentDeclined, .storeUnavailable, .unwritable)
            case .store: .init("StoreWriter", .duplicate, .storeFull)
            case .upkeep: .init("Upkeep", .expired, .consentDeclined, .purged)
            case .dispatch: .init("DispatchSchedule")
            case .lease: .init("EventLeases", .damaged, .throttled)
            case .request: .init("BatchRequest")
            case .verdict: .init("Verdict", .rejectedInvalid, .rejectedStatus, .intakeError, .tooLarge, .unencodable)
            case .ledger: .init("LiveLedger")
            }
        }
    }

    /// Where a stage is decided.
    struct Decision: Sendable {
        /// The name of the file, without `.swift`.
        let file: String
        /// The reasons for which an event may be dropped.
        let drops: [DropReason]

        fileprivate init(_ file: String, _ drops: DropReason...) { (self.file, self.drops) = (file, drops) }
    }
}
