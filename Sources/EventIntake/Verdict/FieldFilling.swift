import EventSchema

/// Fills in what the intake knows better than the client: each field only if the schema has it and the event lacks it.
struct FieldFilling: Sendable {
    /// When the event was received: UTC with milliseconds.
    let time: String

    func fill(_ event: inout JSONObject, _ schema: Schema) {
        if case .object(var meta) = event["meta"] ?? [:] {
            if meta["id"] == nil, schema.declares(["meta", "id"]) { meta["id"] = .string(UniqueID.make()) }
            if meta["dt"] == nil, schema.declares(["meta", "dt"]) { meta["dt"] = .string(time) }
            if !meta.isEmpty { event["meta"] = .object(meta) }
        }
        // Legacy clients send `client_dt` instead and leave `dt` to the intake.
        if schema.title?.hasPrefix("analytics/legacy") == true, event["dt"] == nil, schema.declares(["dt"]) {
            event["dt"] = .string(time)
        }
    }
}
