import EventSchema

/// The status and body of a response to submitted events.
struct IntakeResponse: Sendable {
    let status: Int
    /// `{"invalid": […], "error": […]}`, or `nil` when all events were accepted.
    let body: JSONValue?

    init(_ verdicts: [EventVerdict]) {
        let rejected = verdicts.compactMap(\.rejected)
        let invalid = rejected.filter { $0.status == .invalid }.map(\.entry)
        let errors = rejected.filter { $0.status == .error }.map(\.entry)
        self.init(accepted: verdicts.count - rejected.count, invalid: invalid, errors: errors)
    }

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - accepted: the number of accepted events.
    ///   - invalid: the entries of events that do not satisfy their schema.
    ///   - errors: the entries of events that were rejected for another reason.
    init(accepted: Int, invalid: [JSONValue], errors: [JSONValue]) {
        switch (accepted, invalid.isEmpty, errors.isEmpty) {
        case (_, true, true): (status, body) = (201, nil)
        case (0, false, true): (status, body) = (400, ["invalid": .array(invalid)])
        default: (status, body) = (accepted > 0 ? 207 : 500, ["invalid": .array(invalid), "error": .array(errors)])
        }
    }
}
