import EventCatalog

extension RuleExample {
    /// The text of a stream with these lines under `producers.metrics_platform_client`.
    static func clientStream(
        _ lines: String, title: String = "analytics/product_metrics/app/base", settings: String = ""
    ) -> String {
        let indented = lines.split(separator: "\n").map { "      \($0)\n" }.joined()
        return "app.search:\n  schema_title: \(title)\n\(settings)  producers:\n    metrics_platform_client:\n"
            + indented
    }

    /// An example of one file: a stream with these lines under `producers.metrics_platform_client`.
    static func client(_ lines: String, settings: String = "") -> RuleExample {
        RuleExample(stringLiteral: clientStream(lines, settings: settings))
    }

    /// A stream that lists an attribute, and its schema with a property of `page`.
    static func providing(_ attribute: String, _ property: String) -> RuleExample {
        .streams(
            clientStream("provide_values: [\(attribute)]", title: "app/tap"),
            tap: "properties: {page: {type: object, properties: {\(property)}}}")
    }
}
