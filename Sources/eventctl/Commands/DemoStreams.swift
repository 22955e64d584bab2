import EventSchema

/// The streams of the demo, whose events follow a base schema, so that it needs no files.
enum DemoStreams {
    /// The response of the stream configuration API.
    static let response: JSONValue = [
        "streams": [
            // Only the main namespace.
            "app.article_reading": stream([
                "producers": client(
                    ["page_id", "page_title", "page_namespace_id", "performer_session_id"],
                    curation: ["page_namespace_id": ["equals": 0]])
            ]),
            "app.interactions": stream([
                "producers": client(
                    ["agent_app_version_name", "mediawiki_database", "performer_groups", "performer_session_id"],
                    curation: ["performer_groups": ["contains_any": ["user", "editor"]]])
            ]),
            "app.error_reports": stream(["destination_event_service": "eventgate-logging-external"]),
            // Switched off: at rate 0 nothing is collected.
            "app.search_suggestions": stream(["sample": ["unit": "device", "rate": 0]]),
        ]
    ]

    private static func stream(_ settings: JSONObject) -> JSONValue {
        var settings = settings
        settings["schema_title"] = "analytics/product_metrics/app/base"
        settings.insert("eventgate-analytics-external", forNewName: "destination_event_service")
        return .object(settings)
    }

    private static func client(_ attributes: JSONValue, curation: JSONValue) -> JSONValue {
        ["metrics_platform_client": ["provide_values": attributes, "curation": curation]]
    }
}
