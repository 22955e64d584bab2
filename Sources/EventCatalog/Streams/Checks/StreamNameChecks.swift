import EventSchema

extension Rule {
    static let missingStreamName = Rule(
        "missing-stream-name", .error, "A stream has no name.",
        reason: "No event can name the stream.",
        mistake: "'':\n  schema_title: analytics/product_metrics/app/base\n",
        mended: "app.search:\n  schema_title: analytics/product_metrics/app/base\n")

    static let duplicateStream = Rule(
        "duplicate-stream", .error, "Two files have a stream of the same name, or there are two files of defaults.",
        reason: "Only one of the two can be used.",
        mistake: [
            "Streams/reading.yaml": "app.search:\n  schema_title: analytics/product_metrics/app/base\n",
            "Streams/search.yaml": "app.search:\n  schema_title: analytics/product_metrics/app/base\n",
        ],
        mended: ["Streams/search.yaml": "app.search:\n  schema_title: analytics/product_metrics/app/base\n"])
}

/// Checks of a stream's name.
enum StreamNameChecks {
    static func findings(in stream: AuthoredStream, _: StreamCheckContext) -> [CatalogFinding] {
        guard stream.name.isEmpty || stream.name == "~" else { return [] }
        return [
            CatalogFinding(
                .missingStreamName, stream.location(of: []), "A stream has no name.",
                remedy: "Name it, such as “app.search”.")
        ]
    }
}
