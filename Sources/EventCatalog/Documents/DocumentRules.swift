extension Rule {
    package static let unreadableFile = Rule(
        "unreadable-file", .error, "A file or folder cannot be read, or has no content.",
        reason: "What it should contain is missing for clients and for the intake.",
        mistake: "# Streams of the reading team.\n", corrected: .search)

    package static let invalidSyntax = Rule(
        "invalid-syntax", .error, "A file is not YAML, or not JSON where its name ends in .json.",
        reason: "No part of the file can be used.",
        mistake: "app.search:\n\tschema_title: analytics/product_metrics/app/base\n", corrected: .search)

    package static let unreadFile = Rule(
        "unread-file", .warning, "A file or a folder is not read, although its name or its content seems meant to be.",
        reason: """
            Its content has no effect. Of streams and experiments, only files directly in the folder that end in .yaml \
            or .yml are read; of schemas, only files whose name is a version.
            """,
        mistake: [
            "Streams/reading.yaml": RuleExample.stream("app.reading"), "Streams/search.YAML": RuleExample.stream(),
        ],
        corrected: [
            "Streams/reading.yaml": RuleExample.stream("app.reading"), "Streams/search.yaml": RuleExample.stream(),
        ])

    static let duplicateKey = Rule(
        "duplicate-key", .error, "A map has the same name twice.",
        reason: "Readers differ in which of the two they use. The check uses the first.",
        mistake: .setting("schema_title: analytics/product_metrics/web/base"), corrected: .search)

    package static let documentRules = doubtRules + [unreadFile]

    /// The rules whose findings end the reading of a file, so that nothing in it is checked.
    static let stopRules = [unreadableFile, invalidSyntax]

    /// The rules whose findings leave in doubt what a file says. It is checked as far as it could be read, and nothing
    /// is made of it.
    package static let doubtRules = stopRules + [duplicateKey, unresolvedAlias, yamlTag]
}
