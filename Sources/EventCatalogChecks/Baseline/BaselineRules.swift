import EventCatalog

extension Rule {
    static let staleBaseline = Rule(
        "stale-baseline", .note, "A baseline has a finding that does not occur any more.",
        reason: "If the mistake came back, the baseline would hide it.",
        mistake: [
            "Streams/example.yaml": RuleExample.stream(),
            "baseline.json": """
            {"version": 3, "findings": [
              {"rule": "missing-schema-title", "file": "Streams/example.yaml", "item": ["app.search", \
            "schema_title"], "problem": "It is missing.", "count": 1}
            ], "files": {}}
            """,
        ],
        corrected: [
            "Streams/example.yaml": RuleExample.stream(),
            "baseline.json": #"{"version": 3, "findings": [], "files": {}}"#,
        ])
}
