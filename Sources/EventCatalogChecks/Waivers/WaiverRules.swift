import EventCatalog

extension Rule {
    static let malformedWaiver = Rule(
        "malformed-waiver", .error,
        "A waiver is misspelt, lacks its rule, date or reason, stands behind a value, or is of a rule without waivers.",
        reason: "It waives nothing. Rule, date and reason let the next reader decide whether it is still needed.",
        mistake: waived("unknown-destinaton"),
        corrected: waived("unknown-destination", "destination_event_service: eventgate-new-site"))

    static let unusedWaiver = Rule(
        "unused-waiver", .warning, "A waiver covers no finding.",
        reason: "It would hide the next mistake at that place.",
        mistake: waived("unknown-destination"), corrected: .search)

    static let expiredWaiver = Rule(
        "expired-waiver", .warning, "The last day of a waiver has passed.",
        reason: "The waiver has no effect any more; what it covers counts again.",
        mistake: waived("unknown-destination", until: "2025-12-31"), corrected: .search)

    /// A stream below a waiver.
    private static func waived(_ rule: String, _ settings: String..., until day: String = "2026-12-31") -> RuleExample {
        let stream = settings.isEmpty ? RuleExample.stream() : RuleExample.stream("app.search", settings[0])
        return RuleExample(
            stringLiteral:
                "# eventctl-allow \(rule) until \(day): the intake of the new site is set up this year\n\(stream)")
    }
}
