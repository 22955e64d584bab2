extension Rule {
    static let invalidSetting = Rule(
        "invalid-setting", .error, "A setting has a value that clients cannot read.",
        reason: "Clients leave the whole stream out, so that none of its events is sent.",
        mistake: .setting("topics: app.search"), corrected: .setting("topics: [app.search]"))

    static let readingRules = [invalidSetting]
}
