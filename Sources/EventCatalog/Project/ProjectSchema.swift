package import EventSchema
import EventStreams

/// The JSON Schema (draft 7) of the file of a project, by which it is read and which editors are given.
package enum ProjectSchema {
    package static let document: JSONValue = [
        "$schema": "http://json-schema.org/draft-07/schema#", "title": "Project",
        "description": "A project's own words: attributes, destinations, severities, links, requirements.",
        "type": "object", "additionalProperties": false,
        "properties": [
            "vocabulary": choice(
                ["platform", "none"],
                "Whether the platform's attributes and destinations are known beside those here. The default is "
                    + "platform."),
            "attributes": map(
                "The contextual attributes of the project's own, by name.", of: attribute, names: attributeName),
            "destinations": map(
                "The services that take events, by name: their URLs, by environment.",
                of: map(
                    "The URLs, by environment, such as production.",
                    of: text(
                        "The URL.",
                        [
                            "pattern": #"^https?://[^/\s]+(/\S*)?$"#,
                            "examples": ["https://events.example.org/v1/events"],
                        ])), names: serviceName),
            "platforms": texts("The platforms of clients that curation may name. Without the list, any."),
            "headers": texts("The headers of requests that may fill fields of events. Without the list, any.", header),
            "topic_prefixes": texts("The prefixes that topics may have. Without the list, any."),
            "streams": text("The folder of streams. The default is Streams."),
            "schemas": texts("The roots of schema repositories, searched in order. The default is Schemas."),
            "experiments": text("The folder of experiments. The default is Experiments."),
            "rules": [
                "description": "How serious findings are. Of two that are about one finding, the last counts.",
                "type": "array", "items": .object(severity),
            ],
            "expiry_notice_days": [
                "description": "How many days before a stream expires, or fewer, a check warns. The default is never.",
                "type": "integer", "minimum": .number(Project.noticeDays.lowerBound),
                "maximum": .number(Project.noticeDays.upperBound),
            ],
            "links": map("The links that streams have, by name, such as bug.", of: link),
            "requires": [
                "description": "What streams must have. A stream needs what all entries for its file require.",
                "type": "array", "items": .object(requirement),
            ],
            "ignored_settings": texts(
                "Settings of streams that another program reads: a name, or a path such as producers.acme."),
        ],
    ]

    /// The names of the settings.
    static let settingNames = Set(document["properties"]?.object?.map(\.name) ?? [])

    /// What the calls of every client can be written with.
    private static let attributeName: JSONValue = [
        "pattern": #"^[A-Za-z_][A-Za-z0-9_.-]*$"#, "maxLength": 128, "examples": ["basket_size"],
    ]

    /// A name without blanks and without characters that nobody sees.
    private static let serviceName: JSONValue = [
        "pattern": #"^[^\s\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]+$"#, "examples": ["shop-intake"],
    ]
    private static let attributeNames = Result { try Schema(attributeName) }

    /// Whether an attribute may have the name.
    static func isAttributeName(_ name: String) -> Bool {
        guard case .success(let schema) = attributeNames else { return false }
        return schema.isValid(.string(name))
    }

    /// Whether a service may have the name.
    static func isServiceName(_ name: String) -> Bool {
        !name.isEmpty && name.shown == name && !name.contains(where: \.isWhitespace)
    }

    /// A token of RFC 9110: no request has a header of another name.
    private static let header: JSONObject = [
        "pattern": #"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"#, "examples": ["x-request-id"],
    ]

    private static let attribute: JSONValue = [
        "type": "object", "additionalProperties": false, "required": ["field", "type", "sensitivity"],
        "properties": [
            "field": text(
                "The property of events that has the value, with a period between the names of nested objects.",
                ["pattern": #"^[^.\s]+(\.[^.\s]+)*$"#, "examples": ["basket.size"]]),
            "type": choice(ContextualAttributeType.words.map(\.word), "The type of the value."),
            "source": text(
                "Where the value comes from: app, which is the default, or the attribute that the app takes it from."),
            "sensitivity": choice(
                Sensitivity.allCases.map(\.rawValue), "The lowest sensitivity of a stream with the attribute."),
            "sensitivity_reason": text("What the value reveals, as a sentence. Needed above low."),
            "description": text("What the value is, as a sentence."),
        ],
    ]

    /// Words that people write in place of those of the lists.
    static let synonyms = [
        "int": "integer", "long": "integer", "float": "number", "double": "number", "decimal": "number",
        "bool": "boolean", "text": "string", "str": "string", "array": "list", "strings": "list",
        "date": "date_time", "datetime": "date_time", "timestamp": "date_time", "medium": "moderate", "none": "off",
        "warn": "warning", "info": "note", "ignore": "off",
    ]

    private static let severity: JSONObject = [
        "type": "object", "additionalProperties": false, "required": ["rule", "severity", "reason"],
        "properties": [
            "rule": text("The id of the rule; “eventctl rules” lists them."),
            "path": text(paths),
            "severity": choice(ProjectSeverity.words, "How serious the findings are; off leaves them out."),
            "reason": text("Why that is right here, as a sentence."),
        ],
    ]

    private static let requirement: JSONObject = [
        "type": "object", "additionalProperties": false, "required": ["reason"],
        "properties": [
            "settings": [
                "description": "The settings that a stream must have: description, owner, expires.", "type": "array",
                "items": ["enum": .array(ProjectRequirement.settingNames.map(JSONValue.string))],
            ],
            "links": texts("The names of the links that a stream must have, such as bug."),
            "path": text(paths),
            "reason": text("Why streams need them, as a sentence."),
        ],
    ]

    /// The description of the paths of an entry.
    private static let paths =
        "The files, below the folder of this file: * is any text in a name, ** any folders; a folder stands for all in "
        + "it. The default is every file."

    private static let link: JSONValue = [
        "type": "object", "additionalProperties": false,
        "properties": [
            "pattern": text(
                "A regular expression that the link must match.",
                ["format": "regex", "examples": [#"^https://bugs\.example\.org/\d+$"#]]),
            "required": [
                "description": "Whether every stream must have the link. The default is false.", "type": "boolean",
            ],
        ],
    ]

    // MARK: - Parts

    private static func text(_ description: String, _ more: JSONObject = [:]) -> JSONValue {
        var schema: JSONObject = ["description": .string(description), "type": "string", "minLength": 1]
        for (name, value) in more { schema[name] = value }
        return .object(schema)
    }

    private static func texts(_ description: String, _ more: JSONObject = [:]) -> JSONValue {
        let item: JSONObject = ["type": "string", "minLength": 1]
        return ["description": .string(description), "type": "array", "items": .object(item.merged(with: more))]
    }

    private static func choice(_ words: [String], _ description: String) -> JSONValue {
        ["description": .string(description), "enum": .array(words.map(JSONValue.string))]
    }

    private static func map(
        _ description: String, of values: JSONValue, names: JSONValue? = nil
    ) -> JSONValue {
        var schema: JSONObject = [
            "description": .string(description), "type": "object", "additionalProperties": values,
        ]
        schema["propertyNames"] = names
        return .object(schema)
    }
}
