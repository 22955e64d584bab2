extension RuleExample {
    /// The text of a stream with a schema title and these settings.
    package static func stream(_ name: String = "app.search", _ settings: String...) -> String {
        let lines = ["\(name):", "schema_title: analytics/product_metrics/app/base"] + settings
        return lines.joined(separator: "\n  ") + "\n"
    }

    /// Streams with nothing but a schema title; the last has one more setting, if it is given.
    package static func streams(_ names: String..., setting: String? = nil) -> RuleExample {
        let texts = names.map { stream($0) }.joined()
        return RuleExample(stringLiteral: texts + (setting.map { "  \($0)\n" } ?? ""))
    }

    /// A stream with nothing but a schema title.
    package static let search = streams("app.search")

    /// A stream with one more setting.
    package static func setting(_ line: String) -> RuleExample { streams("app.search", setting: line) }

    /// A stream with these members of `sample`, and of the older `sampling`.
    package static func sampled(_ sample: String, older: String? = nil) -> RuleExample {
        let client = older.map { "\n  producers:\n    metrics_platform_client:\n      sampling: {\($0)}" } ?? ""
        return setting("sample: {\(sample)}\(client)")
    }

    /// A file of streams, and version 1.0.0 of the schema `app/tap` with these keywords.
    package static func streams(_ text: String, tap keywords: String) -> RuleExample {
        ["Streams/example.yaml": text, "Schemas/app/tap/1.0.0.yaml": tap(keywords)]
    }

    /// The text of a version of the schema `app/tap` with these keywords.
    package static func tap(_ keywords: String = "", version: String = "1.0.0", title: String = "app/tap") -> String {
        "title: \(title)\n$id: /app/tap/\(version)\ntype: object\n\(keywords)\n"
    }
}
