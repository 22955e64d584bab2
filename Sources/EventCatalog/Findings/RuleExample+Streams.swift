extension RuleExample {
    /// A stream with nothing but a schema title.
    package static let search: RuleExample = "app.search:\n  schema_title: analytics/product_metrics/app/base\n"

    /// A stream with one more setting.
    package static func setting(_ line: String) -> RuleExample {
        RuleExample(stringLiteral: "app.search:\n  schema_title: analytics/product_metrics/app/base\n  \(line)\n")
    }

    /// A stream with these members of `sample`, and of the older `sampling`.
    package static func sampled(_ sample: String, older: String? = nil) -> RuleExample {
        let client = older.map { "  producers:\n    metrics_platform_client:\n      sampling: {\($0)}\n" } ?? ""
        let stream = "app.search:\n  schema_title: analytics/product_metrics/app/base\n  sample: {\(sample)}\n"
        return RuleExample(stringLiteral: stream + client)
    }
}
