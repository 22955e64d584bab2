import EventCatalog

extension Rule {
    static let malformedWaiver = Rule(
        "malformed-waiver", .error,
        "A waiver is misspelt, lacks its rule, date or reason, stands behind a value, or is of a rule without waivers.",
        reason: "It waives nothing. Rule, date and reason let the next reader decide whether it is still needed.",
        mistake: """
            # eventctl-allow unknown-destinaton until 2026-12-31: the intake of the new site is set up this year
            app.search:
              schema_title: analytics/product_metrics/app/base
            """,
        corrected: """
            # eventctl-allow unknown-destination until 2026-12-31: the intake of the new site is set up this year
            app.search:
              schema_title: analytics/product_metrics/app/base
              destination_event_service: eventgate-new-site
            """)

    static let unusedWaiver = Rule(
        "unused-waiver", .warning, "A waiver covers no finding.",
        reason: "It would hide the next mistake at that place.",
        mistake: """
            # eventctl-allow unknown-destination until 2026-12-31: the intake of the new site is set up this year
            app.search:
              schema_title: analytics/product_metrics/app/base
            """,
        corrected: """
            app.search:
              schema_title: analytics/product_metrics/app/base
            """)

    static let expiredWaiver = Rule(
        "expired-waiver", .warning, "The last day of a waiver has passed.",
        reason: "The waiver has no effect any more; what it covers counts again.",
        mistake: """
            # eventctl-allow unknown-destination until 2025-12-31: the intake of the new site is set up this year
            app.search:
              schema_title: analytics/product_metrics/app/base
            """,
        corrected: """
            app.search:
              schema_title: analytics/product_metrics/app/base
            """)

    static let waiverRules = [malformedWaiver, unusedWaiver, expiredWaiver]
}
