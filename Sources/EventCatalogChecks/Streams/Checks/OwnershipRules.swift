import EventCatalog

extension Rule {
    static let missingOwner = Rule(
        "missing-owner", .note, "A stream has no owner, and other streams have one.",
        reason: "Nobody can be asked what the stream is for, or whether it may be removed.",
        mistake: .pair("owner: reading team"), corrected: .pair("owner: reading team", "owner: search team"))

    static let missingDescription = Rule(
        "missing-description", .note, "A stream has no description, and other streams have one.",
        reason: "Readers of the data have to guess which events it contains.",
        mistake: .pair("description: Articles that were opened."),
        corrected: .pair("description: Articles that were opened.", "description: Searches in the app."))

    static let invalidExpiry = Rule(
        "invalid-expiry", .error, "The setting expires is not a date.",
        reason: "The stream never expires.",
        mistake: .setting("expires: next summer"), corrected: .setting("expires: 2026-06-30"))

    static let expiredStream = Rule(
        "expired-stream", .warning, "A stream has expired by the date of the check.",
        reason: "Its events are still collected, although its owner planned to stop.",
        mistake: .setting("expires: 2025-06-30"), corrected: .setting("expires: 2026-06-30"))

    static let distantExpiry = Rule(
        "distant-expiry", .note, "A stream expires more than a year after the date of the check.",
        reason: "A stream is to be reviewed each year: is it still needed, and is all that it collects?",
        mistake: .setting("expires: 2036-06-30"), corrected: .setting("expires: 2026-06-30"))

    static let unknownSensitivity = Rule(
        "unknown-sensitivity", .error, "The setting sensitivity is not low, moderate or high.",
        reason: "Attributes cannot be compared with it, so that none is refused.",
        mistake: .setting("sensitivity: secret"), corrected: .setting("sensitivity: high"))

    static let ownershipRules = [
        missingOwner, missingDescription, invalidExpiry, expiredStream, distantExpiry, unknownSensitivity,
    ]
}

extension RuleExample {
    /// Two streams, each with a setting; the second without one unless it is given.
    fileprivate static func pair(_ first: String, _ second: String? = nil) -> RuleExample {
        let title = "schema_title: analytics/product_metrics/app/base"
        let end = second.map { "  \($0)\n" } ?? ""
        return RuleExample(
            stringLiteral: "app.reading:\n  \(title)\n  \(first)\napp.search:\n  \(title)\n\(end)")
    }
}
