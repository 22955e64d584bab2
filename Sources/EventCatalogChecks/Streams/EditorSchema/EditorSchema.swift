package import EventCatalog
public import EventSchema
import EventStreams

/// JSON Schemas (draft 7) of the files in a folder of streams, for editors with a YAML language server: completion,
/// descriptions on hover, and mistakes while the file is written.
///
/// They contain the rules that concern one file; `eventctl check` has all rules.
public enum EditorSchema {
    /// The schema of a file of streams, with the platform's words.
    public static let streams = schema(ofStreams: .platform)

    /// The schema of `defaults.yaml`, with the platform's words.
    public static let defaults = schema(ofDefaults: .platform)

    /// The schema of the file of a project.
    package static let project = ProjectSchema.document

    /// The schema of a file of streams of a project.
    package static func schema(ofStreams project: Project) -> JSONValue {
        document(
            title: "Streams", "A map from stream names, or patterns, to settings.",
            [
                "type": "object",
                "patternProperties": [
                    "^[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?$": reference("stream"),
                    "^/.+/$": reference("stream"),
                ],
                "additionalProperties": false,
            ], project)
    }

    /// The schema of the `defaults.yaml` of a project.
    package static func schema(ofDefaults project: Project) -> JSONValue {
        document(
            title: "Defaults of streams",
            "Settings that every stream starts from. A stream's own setting replaces them.",
            ["allOf": [reference("settings")]], project)
    }

    private static func document(
        title: String, _ description: String, _ root: JSONObject, _ project: Project
    ) -> JSONValue {
        var document: JSONObject = [
            "$schema": "http://json-schema.org/draft-07/schema#", "title": .string(title),
            "description": .string(description),
        ]
        for (name, value) in root { document[name] = value }
        document["definitions"] = .object(definitions(project))
        return .object(document)
    }

    private static func definitions(_ project: Project) -> JSONObject {
        let vocabulary = project.vocabulary
        let definitions: JSONObject = [
            "stream": ["allOf": [reference("settings")], "required": ["schema_title"]],
            "settings": settings(project),
            "attribute": .object(attribute(vocabulary)),
            "curation": .object(curation(vocabulary)),
        ]
        return definitions.merged(with: curationRules(vocabulary))
    }

    // MARK: - Parts

    static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/definitions/\(name)")] }

    /// A value of a type, or null, which takes a default back.
    static func value(_ type: String, _ description: String, _ more: JSONObject = [:]) -> JSONValue {
        var schema: JSONObject = ["description": .string(description), "type": [.string(type), "null"]]
        for (name, value) in more { schema[name] = value }
        return .object(schema)
    }

    /// One of some strings, or null.
    static func choice(_ names: [String], _ description: String) -> JSONValue {
        ["description": .string(description), "enum": .array(names.map(JSONValue.string) + [.null])]
    }

    /// A map, or an empty list, as which the API writes an empty map, or null; without the names of `misplaced`, which
    /// belong elsewhere.
    static func map(
        _ description: String, _ properties: JSONObject, others: JSONValue, except misplaced: [String] = []
    ) -> JSONValue {
        var schema: JSONObject = [
            "description": .string(description), "type": ["object", "array", "null"], "maxItems": 0,
            "properties": .object(properties), "additionalProperties": others,
        ]
        if !misplaced.isEmpty {
            schema["propertyNames"] = ["not": ["enum": .array(misplaced.map(JSONValue.string))]]
        }
        return .object(schema)
    }

    /// A list of strings, which may have to be some words, or null.
    static func strings(_ description: String, among words: [String]? = nil) -> JSONValue {
        let item: JSONValue = words.map { ["enum": .array($0.map(JSONValue.string))] } ?? ["type": "string"]
        return value("array", description, ["items": item])
    }
}
