import EventCatalog

extension Rule {
    static let clearedOwner = Rule(
        "cleared-owner", .note, "A stream takes the owner of the defaults back, and has none.",
        reason: """
            Nobody can be asked what the stream is for, or whether it may be removed. A stream that never had an owner \
            has no finding: “requires:” in Project.yaml asks for one.
            """,
        mistake: .overDefault("owner: reading team", "null"),
        corrected: .overDefault("owner: reading team", "search team"))

    static let clearedDescription = Rule(
        "cleared-description", .note, "A stream takes the description of the defaults back, and has none.",
        reason: """
            Readers of the data have to guess which events it contains. A stream that never had a description has no \
            finding: “requires:” in Project.yaml asks for one.
            """,
        mistake: .overDefault("description: What people do in the app.", "null"),
        corrected: .overDefault("description: What people do in the app.", "Searches in the app."))

    static let invisibleCharacter = Rule(
        "invisible-character", .warning, "The owner of a stream has a character that nobody sees.",
        reason: "Two owners that look alike are different ones to every program, and a search finds one of them.",
        mistake: .setting("owner: \"search\\u200B team\""), corrected: .setting("owner: \"search team\""))

    static let invalidExpiry = Rule(
        "invalid-expiry", .error, "The setting expires is not a date.",
        reason: "The stream never expires.",
        mistake: .setting("expires: next summer"), corrected: .setting("expires: 2026-06-30"))

    static let expiredStream = Rule(
        "expired-stream", .warning, "A stream has expired by the date of the check.",
        reason: "Its events are still collected, although its owner planned to stop.",
        mistake: .setting("expires: 2025-06-30"), corrected: .setting("expires: 2026-06-30"))

    static let expiringStream = Rule(
        "expiring-stream", .warning, "A stream expires within the number of days that the project asks to be told of.",
        reason: "Its owner has that time to decide whether it goes on, and its consumers to prepare for its end.",
        mistake: .expiring("2026-01-20"), corrected: .expiring("2026-06-30"))

    static let distantExpiry = Rule(
        "distant-expiry", .note, "A stream expires more than a year after the date of the check.",
        reason: "A stream is to be reviewed each year: is it still needed, and is all that it collects?",
        mistake: .setting("expires: 2036-06-30"), corrected: .setting("expires: 2026-06-30"))

    static let unknownSensitivity = Rule(
        "unknown-sensitivity", .error, "The setting sensitivity is not low, moderate or high.",
        reason: "Attributes cannot be compared with it, so that none is refused.",
        mistake: .setting("sensitivity: secret"), corrected: .setting("sensitivity: high"))
}

extension RuleExample {
    /// A project that is told of expiries 30 days before, and a stream that expires on a date.
    fileprivate static func expiring(_ date: String) -> RuleExample {
        [
            Project.fileName: "expiry_notice_days: 30\n",
            "Streams/example.yaml": stream("app.search", "expires: \(date)"),
        ]
    }

    /// A stream with a value for a setting of the defaults.
    static func overDefault(_ setting: String, _ value: String) -> RuleExample {
        let name = setting.prefix { $0 != ":" }
        return [
            "Streams/defaults.yaml": "\(setting)\n", "Streams/example.yaml": stream("app.search", "\(name): \(value)"),
        ]
    }
}
