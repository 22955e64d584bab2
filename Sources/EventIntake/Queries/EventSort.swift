/// An order of events by the values of a field: numbers by value, then texts, and events without the field last. Events
/// with the same value are in the order of arrival, the newest first.
struct EventSort: Sendable, Hashable {
    private let field: String
    private let isDescending: Bool

    /// Reads the name of a field, with `-` before it for the reverse order of values.
    init?(_ text: String) {
        isDescending = text.hasPrefix("-")
        field = String(isDescending ? text.dropFirst() : text[...])
        guard !field.isEmpty else { return nil }
    }

    /// The first events that match, with these columns.
    ///
    /// Only the keys are sorted, so that the events themselves are read of a page only.
    ///
    /// - Parameters:
    ///   - columns: the columns.
    ///   - query: which events; `:limit` is the maximum number.
    /// - Returns: the statement.
    func statement(_ columns: (accepted: String, rejected: String), of query: EventQuery) -> String {
        let (accepted, rejected) = ("\(key(isRejected: false)) AS sort_key", "\(key(isRejected: true)) AS sort_key")
        let keys = query.selections(of: "rowid AS position, \(accepted)", rejected: "rowid AS position, \(rejected)")
        let order = "ORDER BY sort_key \(isDescending ? "DESC" : "ASC") NULLS LAST, position DESC"
        return """
            WITH chosen AS (SELECT position FROM (\(keys.joined(separator: " UNION ALL "))) \(order) LIMIT :limit)
            SELECT * FROM (
                SELECT \(columns.accepted), \(accepted) FROM event WHERE rowid IN (SELECT position FROM chosen)
                UNION ALL
                SELECT \(columns.rejected), \(rejected) FROM rejected WHERE rowid IN (SELECT position FROM chosen)
            ) \(order)
            """
    }

    /// The value of the parameter `:sort` in the statement; `nil` if there is none.
    var parameter: String? { column(isRejected: false) == nil ? field : nil }

    private func key(isRejected: Bool) -> String { column(isRejected: isRejected) ?? "event_value(body, :sort)" }

    /// The text of a field of the intake; `nil` for one of the event.
    private func column(isRejected: Bool) -> String? {
        switch field {
        case "time": "received_at"
        case "stream", "schema", "id", "test": "nullif(\(field), '')"
        case "status": isRejected ? "status" : "'accepted'"
        case "valid": isRejected ? "'false'" : "'true'"
        case "reason":
            isRejected
                ? "CASE WHEN json_valid(context) THEN "
                    + "coalesce(json_extract(context, '$.errorsText'), json_extract(context, '$.message')) END"
                : "NULL"
        default: nil
        }
    }
}
