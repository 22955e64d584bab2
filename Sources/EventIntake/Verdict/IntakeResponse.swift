import EventSchema

/// The status and body of a response to submitted events.
struct IntakeResponse: Sendable {
    let status: Int
    /// `{"invalid": […], "error": […]}`, or `nil` when all events were accepted.
    let body: [UInt8]?
    /// Where the bytes of the body were taken from; `nil` for a body without bounds.
    let share: AnswerShare?

    /// Creates the response to a request. Of the rejected events, the first of the request are echoed, as many as the
    /// share has room for, and all without a share.
    init(_ verdicts: [EventVerdict], _ share: AnswerShare?) {
        var (invalid, errors) = (RejectionList(.invalid), RejectionList(.error))
        let rejected = verdicts.lazy.compactMap(\.rejected)
        var accepted = verdicts.count
        for event in rejected {
            accepted -= 1
            if event.status == .invalid { invalid.add(event, share) } else { errors.add(event, share) }
        }
        (status, body) = Self.parts(
            accepted: accepted, invalid: invalid.isEmpty ? nil : invalid.bytes,
            errors: errors.isEmpty ? nil : errors.bytes)
        self.share = share
    }

    /// Creates a response from entries that are complete.
    ///
    /// - Parameters:
    ///   - accepted: the number of accepted events.
    ///   - invalid: the entries of events that do not satisfy their schema.
    ///   - errors: the entries of events that were rejected for another reason.
    init(accepted: Int, invalid: [JSONValue], errors: [JSONValue]) {
        (status, body) = Self.parts(
            accepted: accepted, invalid: invalid.isEmpty ? nil : JSONValue.array(invalid).jsonBytes,
            errors: errors.isEmpty ? nil : JSONValue.array(errors).jsonBytes)
        share = nil
    }

    /// The status and the body of lists, which are `nil` if they are empty.
    private static func parts(
        accepted: Int, invalid: [UInt8]?, errors: [UInt8]?
    ) -> (status: Int, body: [UInt8]?) {
        func object(_ parts: [UInt8]?...) -> [UInt8] { parts.flatMap { $0 ?? Array("[]".utf8) } }
        let (first, second, end) = (Array(#"{"invalid":"#.utf8), Array(#","error":"#.utf8), Array("}".utf8))
        return switch (accepted, invalid, errors) {
        case (_, nil, nil): (201, nil)
        case (0, let invalid?, nil): (400, object(first, invalid, end))
        default: (accepted > 0 ? 207 : 500, object(first, invalid, second, errors, end))
        }
    }
}
