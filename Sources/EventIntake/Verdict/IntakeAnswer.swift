import EventSchema

/// The status and the lists that the intake answers with.
struct IntakeAnswer: Sendable {
    let status: Int
    /// `{"invalid": […], "error": […]}`, or `nil` when all events were accepted.
    let body: JSONValue?

    init(_ verdicts: [EventVerdict]) {
        var accepted = 0
        var invalid: [JSONValue] = []
        var errors: [JSONValue] = []
        for verdict in verdicts {
            switch verdict {
            case .accepted: accepted += 1
            case .invalid(let event, let findings, let schema):
                invalid.append(Self.entry("invalid", event, AjvErrors(findings, in: event, schema: schema).context))
            case .error(let event, let message):
                errors.append(Self.entry("error", event, ["message": .string(message)]))
            }
        }
        self.init(accepted: accepted, invalid: invalid, errors: errors)
    }

    /// The answer when so many events were accepted, and these are the entries of the others.
    init(accepted: Int, invalid: [JSONValue], errors: [JSONValue]) {
        switch (accepted, invalid.isEmpty, errors.isEmpty) {
        case (_, true, true): (status, body) = (201, nil)
        case (0, false, true): (status, body) = (400, ["invalid": .array(invalid)])
        default: (status, body) = (accepted > 0 ? 207 : 500, ["invalid": .array(invalid), "error": .array(errors)])
        }
    }

    static func entry(_ status: String, _ event: JSONValue, _ context: JSONValue) -> JSONValue {
        ["status": .string(status), "event": event, "context": context]
    }
}
