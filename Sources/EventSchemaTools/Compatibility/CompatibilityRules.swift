package import EventCatalog

extension Rule {
    package static let incompatibleChange = Rule(
        "incompatible-change", .error, "A version of a schema refuses events that an earlier one of its major accepts.",
        reason: "Programs that are in use send such events for years; the intake refuses them, and they are lost.",
        mistake: .versions("1.1.0", "{type: string, maxLength: 32}"),
        corrected: .versions("1.1.0", "{type: string, maxLength: 128}"))

    static let readerChange = Rule(
        "reader-change", .note, "A version of a schema has events that readers of an earlier one do not expect.",
        reason: "Events stay valid; queries and programs that know all values, or rely on a property, may be wrong.",
        mistake: .versions("1.1.0", "{type: string, maxLength: 64}", old: "{enum: [a, b], maxLength: 64}"),
        corrected: .versions("1.1.0", "{type: string, maxLength: 64}"))

    static let doubtfulChange = Rule(
        "doubtful-change", .warning,
        "A version of a schema has another default, another type, or the bounds of exact numbers.",
        reason: "Events stay valid, but the intake stores other values, tables may not hold them, or large numbers go.",
        mistake: .versions("1.1.0", "{type: [string, 'null'], maxLength: 64}"),
        corrected: .versions("1.1.0", "{type: string, maxLength: 65}"))

    static let untriedVersions = Rule(
        "untried-versions", .note, "No event was tried with two versions of a schema, since one cannot be compiled.",
        reason: "The table of changes is used alone, and a break that it does not know stays unseen.",
        mistake: .versions(
            "1.1.0", "{type: string, maxLength: 128, pattern: '(a)\\1'}",
            old: "{type: string, maxLength: 64, pattern: '(a)\\1'}"),
        corrected: .versions(
            "1.1.0", "{type: string, maxLength: 128, pattern: 'aa'}",
            old: "{type: string, maxLength: 64, pattern: 'aa'}"))

    static let versionTooLow = Rule(
        "version-too-low", .error, "The number of a version is lower than its changes demand.",
        reason: "Readers rely on the number: they expect that a patch version changes descriptions only.",
        mistake: .versions("1.0.1", "{type: string, maxLength: 128}"),
        corrected: .versions("1.1.0", "{type: string, maxLength: 128}"))

    static let versionGap = Rule(
        "version-gap", .warning, "A number is left out between two versions of a schema.",
        reason: "Readers look for the version that is missing: it may have been lost on its way into the repository.",
        mistake: .versions("1.2.0", "{type: string, maxLength: 128}"),
        corrected: .versions("1.1.0", "{type: string, maxLength: 128}"))

    package static let upstreamIncompatibleChange = Rule(
        "upstream-incompatible-change", .error,
        "jsonschema-tools refuses the change between two versions (--as upstream).",
        reason: "Its case schema-version-compatibility fails in repositories that are checked with it.",
        mistake: .versions("1.1.0", "{type: string, maxLength: 128}"),
        corrected: .versions("1.1.0", "{type: string, maxLength: 64, description: The name.}"))

    static let editedVersion = Rule(
        "edited-version", .error, "A published version was edited, moved or removed.",
        reason: "Programs name it, and caches have it: it stays as it is, with its comments and the order of its keys.",
        mistake: [
            "before/app/tap/1.0.0.yaml": RuleExample.tap(), "after/app/tap/1.0.0.yaml": "# One.\n" + RuleExample.tap(),
        ],
        corrected: ["before/app/tap/1.0.0.yaml": RuleExample.tap(), "after/app/tap/1.0.0.yaml": RuleExample.tap()])

    /// The rules of `eventctl schemas compat`. Other checks do not look for their findings.
    package static let compatibilityRules = [
        incompatibleChange, readerChange, doubtfulChange, untriedVersions, versionTooLow, versionGap,
        upstreamIncompatibleChange,
        editedVersion,
    ]
}

extension RuleExample {
    /// Version 1.0.0 of a schema at `app/tap`, and a newer one, which differ in a property.
    fileprivate static func versions(
        _ number: String, _ property: String, old: String = "{type: string, maxLength: 64}"
    ) -> RuleExample {
        [
            "Schemas/app/tap/1.0.0.yaml": tap("properties: {name: \(old)}"),
            "Schemas/app/tap/\(number).yaml": tap("properties: {name: \(property)}", version: number),
        ]
    }
}
