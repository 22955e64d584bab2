/// The life of an event, from the submit call to the ledger: a list of stages in their order.
///
/// The call runs the ``Stage/gate`` on its caller's thread and puts the event into the inbox. The ``ClientCore`` takes
/// it from there: the ``EventPipeline`` runs the stages up to the row, a transaction writes the row, and a sender
/// leases it for a request, which a task performs. ``StreamExplainer`` follows the same list to put it into words.
///
/// An event whose schema is loading has a row from `schema` on, and runs the stages after it when the schema is there.
/// A stored event may still be evicted: `store` decides that with each transaction.
enum EventLifecycle {
    /// One stage. Its name is that in a ``StreamExplanation``.
    enum Stage: String, CaseIterable, Sendable {
        // MARK: The gate

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

        // MARK: Up to the row

        /// The inbox is open, and has room until the core takes the event.
        case inbox

        /// While there are no stream configurations, the input buffer has room, also across a restart.
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
        /// The row can be read, and is leased for one request, if the remote configuration still lets its stream pass.
        case lease
        /// A request can hold the event, and takes it to the intake, in a task. A failure keeps the event.
        case request
        /// The intake's response is read for each event.
        case verdict
        /// The ledger counts the event as delivered, in the transaction that removes its row.
        case ledger

        /// The stages of the gate that decide on a call, before there is an event.
        static let gate: [Stage] = [.shutdown, .consent, .configuration, .sampling, .throttle]
        /// The stages that the pipeline runs, but for those that the call has decided for good. Consent and the
        /// stream's configuration may change until the event has a row.
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
            case .inbox: .init("Inbox", .inboxFull, .shutDown)
            case .inputBuffer: .init("Decider", .inputBufferFull, .unencodable)
            case .action: .init("EventPipeline", .emptyAction)
            case .encoding: .init("EventPipeline", .unencodable)
            case .envelope: .init("EventPipeline", .invalid)
            case .schema: .init("Decider", .unencodable)
            case .context: .init("StreamContext")
            case .curation: .init("EventPipeline", .curated)
            case .validation: .init("EventPipeline", .invalid)
            case .size: .init("EventPipeline", .tooLarge)
            case .sequenceNumber: .init("EventPipeline")
            case .commit: .init("Committer", .storeUnavailable, .unwritable).and("Decider", .consentDeclined)
            case .store: .init("StoreWriter", .duplicate, .storeFull)
            case .upkeep: .init("Upkeep", .expired, .consentDeclined).and("StoreEditor", .purged)
            case .dispatch: .init("DispatchSchedule")
            case .lease: .init("EventLeases", .throttled).and("StoreWriter", .damaged)
            case .request: .init("Sender", .tooLarge)
            case .verdict: .init("Verdict", .rejectedInvalid, .rejectedStatus, .intakeError, .tooLarge, .unencodable)
            case .ledger: .init("StoreWriter")
            }
        }
    }

    /// Where a stage is decided.
    struct Decision: Sendable {
        /// A file, without `.swift`, and the reasons for which it drops an event.
        struct Part: Sendable {
            let file: String
            let drops: [DropReason]
        }
        /// The file that decides first; then others that decide at the same place of an event's life.
        private(set) var parts: [Part]

        /// All reasons for which an event may be dropped.
        var drops: [DropReason] { parts.flatMap(\.drops) }

        fileprivate init(_ file: String, _ drops: DropReason...) { parts = [Part(file: file, drops: drops)] }

        fileprivate func and(_ file: String, _ drops: DropReason...) -> Decision {
            var decision = self
            decision.parts.append(Part(file: file, drops: drops))
            return decision
        }
    }
}
