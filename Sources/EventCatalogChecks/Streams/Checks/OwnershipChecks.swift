import EventCatalog
import EventSchema
import EventStreams
import EventSupport

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

/// Checks of the settings for the people who own a stream: `description`, `owner`, `expires` and `sensitivity`.
///
/// A stream without an owner or a description is in order, unless its project requires them. One that takes back those
/// of the defaults has a note.
enum OwnershipChecks {
    static func findings(in context: StreamCheckContext) -> [CatalogFinding] {
        missing("owner", .clearedOwner, "Write who answers for it, such as “owner: search team”.", context)
            + missing(
                "description", .clearedDescription, "Write one sentence on which events are collected, and why.",
                context)
            + context.folder.streams.flatMap {
                [expiry(of: $0, context), sensitivity(of: $0), invisibleOwner(of: $0)]
            }
            .compactMap { $0 }
    }

    private static func missing(
        _ name: String, _ rule: Rule, _ remedy: String, _ context: StreamCheckContext
    ) -> [CatalogFinding] {
        context.folder.streams.filter { $0.takesBack(name) }.map { stream in
            stream.finding(
                rule, at: [name], "The stream “\(stream.name)” takes the \(name) of the defaults back.", remedy: remedy)
        }
    }

    private static func invisibleOwner(of stream: AuthoredStream) -> CatalogFinding? {
        guard let owner = stream.setting("owner")?.string,
            let scalar = owner.unicodeScalars.first(where: { $0.shown != String($0) })
        else { return nil }
        return stream.finding(
            .invisibleCharacter, at: ["owner"], "The owner has the invisible character \(scalar.shown).",
            remedy: "Write the name anew, without the character.")
    }

    // MARK: - Expiry

    private static func expiry(of stream: AuthoredStream, _ context: StreamCheckContext) -> CatalogFinding? {
        guard let value = stream.setting("expires") else { return nil }
        guard let text = value.string, let expiry = stream.expiry else {
            return stream.finding(
                .invalidExpiry, at: ["expires"], "expires must be a date of the calendar; it is \(value.spelling).",
                remedy: "Write year, month and day, such as 2027-01-31.")
        }
        guard let asOf = context.asOf else { return nil }
        if expiry <= asOf {
            return stream.finding(
                .expiredStream, at: ["expires"], "The stream “\(stream.name)” expired on \(text).",
                remedy: "Remove the stream, or set a later date if its events are still needed.")
        }
        let rest = expiry.seconds - asOf.seconds
        if let days = context.folder.project.expiryNoticeDays, rest <= Int64(days) * secondsPerDay {
            return stream.finding(
                .expiringStream, at: ["expires"],
                "The stream “\(stream.name)” expires on \(text), within \(days.counted("day")).",
                remedy: "Set a later date if its events will be needed; otherwise plan to remove the stream.")
        }
        guard rest > 367 * secondsPerDay else { return nil }
        return stream.finding(
            .distantExpiry, at: ["expires"], "The stream “\(stream.name)” expires more than a year from now.",
            remedy: "Set a date within a year, and a later one when the stream is reviewed.")
    }

    fileprivate static let secondsPerDay: Int64 = 86_400

    // MARK: - Sensitivity

    private static let sensitivities = ["low", "moderate", "high"]

    private static func sensitivity(of stream: AuthoredStream) -> CatalogFinding? {
        guard let value = stream.setting("sensitivity"), !sensitivities.contains(value.string ?? "") else { return nil }
        let suggestion = value.string.flatMap { sensitivities.suggestion(for: $0.lowercased()) }
        return stream.finding(
            .unknownSensitivity, at: ["sensitivity"],
            "sensitivity must be low, moderate or high; it is \(value.spelling).",
            remedy: suggestion ?? "Write low, moderate or high.")
    }
}

extension AuthoredStream {
    /// The instant from which the stream has expired: the end of the day that `expires` names. `nil` where it names
    /// none.
    var expiry: UTCInstant? {
        guard let text = setting("expires")?.string, let instant = UTCInstant(iso8601: text) else { return nil }
        let isDay = text.count == 10
        return isDay ? UTCInstant(seconds: instant.seconds + OwnershipChecks.secondsPerDay) : instant
    }
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
