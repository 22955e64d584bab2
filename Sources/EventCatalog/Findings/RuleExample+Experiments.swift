extension RuleExample {
    /// A file with one experiment, whose settings are those of an example but for these; with a stream, if it is named.
    package static func experiment(
        _ changes: [String: String], stream: String? = nil, streamSettings: String = ""
    ) -> RuleExample {
        files(entry(changes), stream, streamSettings)
    }

    /// A file with one instrument.
    package static func instrument(_ changes: [String: String]) -> RuleExample {
        let settings = ["name": "search-box", "sample_unit": "session"].merging(changes) { $1 }
        return files(entry(in: "instruments", common.merging(settings) { $1 }), nil)
    }

    private static func files(_ text: String, _ stream: String?, _ settings: String = "") -> RuleExample {
        var files = [("Experiments/example.yaml", text)]
        if let stream {
            files.append(("Streams/example.yaml", RuleExample.stream(stream) + settings))
        }
        return RuleExample(files: Dictionary(files) { first, _ in first })
    }

    private static let common = [
        "start": "2026-03-01T00:00:00Z", "end": "2026-12-31T00:00:00Z", "sample_rate": "{default: 0.5}",
        "stream_name": "app.search",
    ]

    /// The text of a file with one experiment.
    package static func entry(_ changes: [String: String] = [:]) -> String {
        let settings = [
            "name": "search-suggestions", "groups": "[control, treatment]", "user_identifier_type": "session",
        ]
        return entry(in: "experiments", common.merging(settings) { $1 }.merging(changes) { $1 })
    }

    private static func entry(in list: String, _ settings: [String: String]) -> String {
        let order = ["name", "start", "end", "groups", "sample_rate"]
        let names = order.filter { settings[$0] != nil } + settings.keys.filter { !order.contains($0) }.sorted()
        let lines = names.enumerated().map { position, name in
            (position == 0 ? "  - " : "    ") + "\(name): \(settings[name] ?? "")\n"
        }
        return "\(list):\n" + lines.joined()
    }
}
