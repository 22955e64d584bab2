import EventCatalog
import EventSchema
import EventStreams

extension EditorSchema {
    /// The settings of a stream, with any value of those that another program of the project reads.
    static func settings(_ project: Project) -> JSONValue {
        var properties = authoring.merging(platform(project.vocabulary))
        properties["links"] = links(project.links, project.requirements)
        for name in ProjectRequirement.settingNames {
            let need = need(of: project.requirements.filter { $0.settings.contains(name) })
            if let need, var setting = properties[name]?.object, let text = setting["description"]?.string {
                setting["description"] = .string("\(text) \(need)")
                properties[name] = .object(setting)
            }
        }
        let schema: JSONValue = [
            "type": "object", "additionalProperties": false, "properties": .object(properties),
        ]
        return project.ignoredSettings.sorted().reduce(schema) { $0.allowing($1.split(separator: ".")[...]) }
    }

    /// Which streams must have what these entries require, and why; `nil` without entries.
    private static func need(of entries: [ProjectRequirement]) -> String? {
        guard !entries.isEmpty else { return nil }
        return entries.map { "Required of \($0.streams): \($0.reason)" }.joined(separator: " ")
    }

    /// The links of a stream: those of the project, or any where it has none.
    private static func links(_ links: [ProjectLink], _ requirements: [ProjectRequirement]) -> JSONValue {
        func need(of name: String, else text: String) -> String {
            Self.need(of: requirements.filter { $0.links.contains(name) }) ?? text
        }
        let known = links.map { link in
            let text =
                link.isRequired ? "Every stream must have it." : need(of: link.name, else: "A stream may have it.")
            let pattern: JSONObject = link.pattern.map { ["pattern": .string($0)] } ?? [:]
            return (link.name, value("string", text, pattern))
        }
        let others = requirements.flatMap(\.links).distinct.filter { name in !links.contains { $0.name == name } }
        return map(
            "Links to what the stream is for, such as its bug. For authors; clients are not given them.",
            JSONObject(known + others.map { ($0, value("string", need(of: $0, else: ""))) }),
            others: links.isEmpty ? ["type": ["string", "null"]] : false)
    }

    private static let authoring: JSONObject = [
        "description": value("string", "Which events the stream has, and why. For authors; clients are not given it."),
        "owner": value("string", "The team or person that owns the stream. For authors; clients are not given it."),
        "expires": value(
            "string", "The last day of the stream, such as 2027-01-31. For authors; clients are not given it.",
            ["pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}"]),
        "sensitivity": choice(
            ["low", "moderate", "high"],
            "How sensitive the data may be at most. For authors; clients are not given it."),
    ]

    private static func platform(_ vocabulary: Vocabulary) -> JSONObject {
        [

            "schema_title": value(
                "string",
                "The title of the events' schema, such as analytics/product_metrics/app/base: without a slash in "
                    + "front and without a version.", ["pattern": "^[^/]"]),
            "destination_event_service": choice(
                Array(vocabulary.destinations.names), "The intake that takes the events."),
            "sample": map(
                "Who is in sample. Without this block, everybody.",
                [
                    "unit": choice(
                        SamplingUnit.allCases.map(\.rawValue), "What is counted: sessions, devices or page views."),
                    "rate": rate,
                    "salt": value(
                        "string",
                        "A text that shuffles the identifiers for this stream alone. Without it, all streams of "
                            + "a unit and rate have the same people in sample.", ["minLength": 1]),
                    "identifier": choice(SamplingUnit.allCases.map(\.rawValue), "The older name of unit."),
                ], others: false),
            "topics": strings(
                "The Kafka topics. Without this list they are computed from the name and topic_prefixes."),
            "topic_prefixes": strings(
                "What is put in front of the name for each topic; null for nothing.", among: vocabulary.topicPrefixes),
            "canary_events_enabled": value(
                "boolean", "Whether synthetic events are sent to see that the stream works."),
            "message_key_fields": map(
                "The fields of Kafka's message key: each name with the path of a field in the event.", [:],
                others: ["type": ["string", "null"]]),
            "stream": value("string", "The name of the stream. It follows from the name above and can be left out."),
            "producers": map(
                "Settings for those who send events.",
                [
                    "metrics_platform_client": client, "eventgate": eventgate(vocabulary),
                    "mediawiki_eventbus": map(
                        "Settings for MediaWiki's EventBus.",
                        [
                            "enabled": value("boolean", "Whether EventBus sends events of the stream."),
                            "event_service_name": value("string", "The intake that EventBus uses."),
                        ], others: true),
                    "test_kitchen": map(
                        "Settings for Test Kitchen.",
                        ["is_test_kitchen_stream": value("boolean", "Whether experiments may use the stream.")],
                        others: true),
                ], others: map("Settings for a program of your own.", [:], others: true),
                except: SettingBlock.producers.misplacedNames),
            "consumers": map(
                "Who reads the events, and settings for programs that do.",
                [
                    "tables": strings("The tables that have the events. For authors; clients are not given them."),
                    "dashboards": strings("The dashboards that show them. For authors; clients are not given them."),
                    "people": strings(
                        "The people and teams who use them. For authors; clients are not given them."),
                ], others: consumer,
                except: SettingBlock.consumers.misplacedNames),
        ]
    }

    private static let rate = value(
        "number", "The share that is in sample: 0.1 is one in ten, 1 is everybody, 0 switches the stream off.",
        ["minimum": 0, "maximum": 1])

    private static let client = map(
        "Settings for the client libraries.",
        [
            "provide_values": value(
                "array", "The contextual attributes that are added to each event. Others are not collected.",
                ["items": reference("attribute")]),
            "curation": reference("curation"),
            "events": strings("The prefixes of the names of events that dispatch sends to this stream."),
            "stream_name": value("string", "The stream that takes the events in place of this one."),
            "sampling": map(
                "The form of 2022 of the setting sample, which has precedence.",
                [
                    "identifier": choice(SamplingUnit.allCases.map(\.rawValue), "What is counted."),
                    "rate": rate,
                ], others: false),
        ], others: false)

    private static func eventgate(_ vocabulary: Vocabulary) -> JSONValue {
        let header: JSONValue =
            vocabulary.headers.map { choice($0, "A header of requests.") } ?? ["type": ["string", "null"]]
        return map(
            "Settings for the intake.",
            [
                "enrich_fields_from_http_headers": map(
                    "Fields of events that the intake takes from headers of the request: the path of each with the "
                        + "name of a header, or false for no value.", [:],
                    others: ["anyOf": [header, ["enum": [false]]]]),
                "use_edge_uniques": value("boolean", "Whether the intake adds the identifier of the edge."),
            ], others: false)
    }

    private static let consumer = map(
        "Settings for one reader of the events.",
        [
            "enabled": value("boolean", "Whether the reader takes the stream's events."),
            "job_name": value("string", "The job that takes them."),
            "spark_job_ingestion_scale": value("string", "The size of that job, such as medium or large."),
        ], others: true)
}

extension JSONObject {
    /// The members of both.
    fileprivate func merging(_ other: JSONObject) -> JSONObject {
        var result = self
        for (name, value) in other { result[name] = value }
        return result
    }
}

extension JSONValue {
    /// The schema of a map in which any value may be at a path of names, such as `producers.acme`.
    fileprivate func allowing(_ path: ArraySlice<Substring>) -> JSONValue {
        guard let name = path.first.map(String.init), var schema = object else { return self }
        var properties = schema["properties"]?.object ?? [:]
        let rest = path.dropFirst()
        properties[name] = rest.isEmpty ? properties[name] ?? [:] : (properties[name] ?? [:]).allowing(rest)
        schema["properties"] = .object(properties)
        return .object(schema)
    }
}
