import EventSchema

/// The answer to a request with events: a status, and for what was not accepted the two lists.
struct IntakeReport: Sendable {
    let status: Int
    /// `{"invalid": […], "error": […]}`, or `nil` when every event was accepted.
    let body: JSONValue?

    /// 201 when all were accepted, 400 when every event is invalid, 500 when none was accepted and at least one failed
    /// otherwise, 207 for everything between.
    init(_ verdicts: [EventVerdict]) {
        var invalid: [JSONValue] = []
        var failed: [JSONValue] = []
        for verdict in verdicts {
            switch verdict {
            case .accepted: break
            case .invalid(let event, let findings): invalid.append(Self.entry(event, findings))
            case .error(let event, let message):
                failed.append(["status": "error", "event": event, "context": ["message": .string(message)]])
            }
        }
        switch (invalid.count, failed.count) {
        case (0, 0):
            status = 201
            body = nil
        case (verdicts.count, 0):
            status = 400
            body = ["invalid": .array(invalid)]
        case (_, let failures):
            status = failures > 0 && invalid.count + failures == verdicts.count ? 500 : 207
            body = ["invalid": .array(invalid), "error": .array(failed)]
        }
    }

    private static func entry(_ event: JSONValue, _ findings: [Finding]) -> JSONValue {
        let errors = findings.map(AjvError.init)
        return [
            "status": "invalid", "event": event,
            "context": [
                "errors": .array(errors.map(\.json)),
                "errorsText": .string(errors.map(\.text).joined(separator: ", ")),
            ],
        ]
    }
}
