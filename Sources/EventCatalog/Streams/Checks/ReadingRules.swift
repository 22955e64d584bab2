extension Rule {
    static let invalidSetting = Rule(
        "invalid-setting", .error, "A setting has a value that clients cannot read.",
        reason: "Clients leave the whole stream out, so that none of its events is sent.",
        mistake: .setting("topics: app.search"), mended: .setting("topics: [app.search]"))

    static let invalidCuration = Rule(
        "invalid-curation", .error, "A rule of curation has an operator or an operand that does not fit.",
        reason: "Clients set such a condition aside, or it drops every event.",
        mistake: .curated("equls: 1"), mended: .curated("equals: 1"))

    static let readingRules = [invalidSetting, invalidCuration]
}

extension RuleExample {
    /// A stream with a rule of curation on the id of the page.
    fileprivate static func curated(_ condition: String) -> RuleExample {
        .setting(
            "producers:\n    metrics_platform_client:\n      provide_values: [page_id]\n      curation:\n"
                + "        page_id: {\(condition)}")
    }
}
