import EventSchema

/// What the intake's answer means: for each event of the batch, and for the destination as a whole.
struct IntakeAnswer: Sendable, Hashable {
    /// What becomes of one event.
    enum Fate: Sendable, Hashable {
        case delivered
        case dropped(DropReason)
        /// Kept; the intake could not process this one, so it goes alone next time and only so often.
        case failed
        /// Kept; nothing is known of it.
        case kept
    }
    /// What becomes of the destination.
    enum Destination: Sendable, Hashable {
        case goesOn
        /// The batch is too large for it.
        case wantsSmallerBatches
        case backsOff(retryAfter: Duration?)
    }

    /// One for each event, in order.
    let fates: [Fate]
    let destination: Destination
    /// What to tell a developer, if anything.
    let remark: String?

    /// Reads an answer.
    ///
    /// 201 and 202 deliver all. 207, and 400 or 500 with the intake's lists, speak event by event, matched by
    /// `meta.id`. Every other status is looked up in the policy. Source: the intake's contract and the retry table in
    /// the documentation.
    init(_ response: NetworkResponse, to batch: [StoredEvent], policy: RetryPolicy, now: Timestamp) {
        func all(_ fate: Fate, _ destination: Destination = .goesOn, _ remark: String? = nil) -> IntakeAnswer {
            IntakeAnswer(fates: batch.map { _ in fate }, destination: destination, remark: remark)
        }
        let status = response.status
        if status == 201 || status == 202 {
            self = all(.delivered)
        } else if [207, 400, 500].contains(status), policy.customRetryForStatusCodes[status] == nil,
            let lists = IntakeLists(response.body)
        {
            self.init(lists, status: status, to: batch, policy: policy)
        } else if status == 413, policy.customRetryForStatusCodes[status] == nil {
            self =
                batch.count > 1
                ? all(
                    .kept, .wantsSmallerBatches, "the batch of \(batch.count) is too large for the intake (413); halved"
                )
                : all(.dropped(.tooLarge), .goesOn, "one event is too large for the intake (413)")
        } else if policy.retries(status) {
            let wait = RetryAfter.duration(response.headers["retry-after"], now: now)
            self = all(
                .kept, .backsOff(retryAfter: wait), "the intake answered \(status); the events are kept and sent again")
        } else {
            self = all(
                .dropped(.rejectedStatus), .goesOn,
                "the intake answered \(status), which is final; \(batch.count) events dropped")
        }
    }

    /// An answer that speaks event by event. In a 207 and a 500 what is in neither list was accepted or is unknown; a
    /// 400 with lists says that every event is invalid.
    private init(_ lists: IntakeLists, status: Int, to batch: [StoredEvent], policy: RetryPolicy) {
        let others: Fate =
            switch status {
            case 207: .delivered
            case 400: .dropped(.rejectedStatus)
            default: .kept
            }
        let fates = batch.map { event -> Fate in
            if lists.invalid.contains(event.id) { return .dropped(.rejectedInvalid) }
            guard lists.failed.contains(event.id) else { return others }
            return event.attempts + 1 >= policy.maximumAttempts ? .dropped(.intakeError) : .failed
        }
        let destination: Destination = fates.contains(.kept) ? .backsOff(retryAfter: nil) : .goesOn
        self.init(fates: fates, destination: destination, remark: lists.remark)
    }

    private init(fates: [Fate], destination: Destination, remark: String?) {
        self.fates = fates
        self.destination = destination
        self.remark = remark
    }

    /// There was no answer.
    init(noAnswerTo batch: [StoredEvent], remark: String) {
        self.init(fates: batch.map { _ in .kept }, destination: .backsOff(retryAfter: nil), remark: remark)
    }
}

/// The two lists of the intake's answer: ids of invalid events, and of events it could not process.
private struct IntakeLists {
    var invalid: Set<String> = []
    var failed: Set<String> = []
    var remark: String?

    /// Reads the lists, or returns `nil` when the body is something else or names nobody.
    init?(_ body: [UInt8]) {
        let value: JSONValue
        do { value = try JSONValue(parsing: body) } catch { return nil }  // a proxy's page, say: the status decides
        guard let object = value.object else { return nil }
        invalid = Self.ids(in: object["invalid"])
        failed = Self.ids(in: object["error"])
        guard !invalid.isEmpty || !failed.isEmpty else { return nil }
        let first = (object["invalid"]?.array ?? []) + (object["error"]?.array ?? [])
        let reason = first.first?["context"].flatMap { $0["errorsText"]?.string ?? $0["message"]?.string }
        remark =
            "the intake refused \(invalid.count) events as invalid and failed on \(failed.count): \(reason ?? "no reason given")"
    }

    private static func ids(in list: JSONValue?) -> Set<String> {
        Set((list?.array ?? []).compactMap { $0["event"]?["meta"]?["id"]?.string })
    }
}
