import EventSchema
import HTTPTypes

/// The description of a table of endpoints (OpenAPI 3.1).
struct OpenAPI {
    let endpoints: [Endpoint]
    /// Whether every request must have a token.
    let needsToken: Bool

    var document: JSONValue {
        var paths = JSONObject()
        for endpoint in endpoints {
            let path = endpoint.path.split(separator: "*").joined()
            var methods = paths[path]?.object ?? [:]
            methods[endpoint.method.rawValue.lowercased()] = operation(endpoint)
            paths[path] = .object(methods)
        }
        var components: JSONObject = ["schemas": Self.schemas]
        if needsToken { components["securitySchemes"] = ["token": ["type": "http", "scheme": "bearer"]] }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Event intake", "version": .string(InfoRoutes.version),
                "description": "Event intake, stream configuration API and schema repository for development.",
            ],
            "paths": .object(paths),
            "components": .object(components), "security": needsToken ? [["token": []]] : [],
        ]
    }

    private func operation(_ endpoint: Endpoint) -> JSONValue {
        var operation: JSONObject = ["summary": .string(endpoint.summary)]
        if !endpoint.parameters.isEmpty {
            operation["parameters"] = .array(endpoint.parameters.map(parameter))
        }
        if !endpoint.body.isEmpty {
            operation["requestBody"] = ["required": true, "content": content(endpoint.body)]
        }
        if needsToken, endpoint.isOpen { operation["security"] = [] }
        operation["responses"] = .object(
            JSONObject(
                responses(of: endpoint).map { response in
                    var fields: JSONObject = ["description": .string(response.summary)]
                    if !response.content.isEmpty {
                        fields[response.isBodyOptional ? "x-content" : "content"] = content(response.content)
                    }
                    return ("\(response.status)", .object(fields))
                }))
        return .object(operation)
    }

    /// The responses of an endpoint and of the middlewares before it.
    private func responses(of endpoint: Endpoint) -> [Endpoint.ResponseDescription] {
        var responses = endpoint.responses
        if needsToken, !endpoint.isOpen { responses.append(.problem(401, "The token is missing or wrong.")) }
        if OriginPolicy.isPrivate(endpoint.path) {
            responses.append(
                .problem(
                    403, "The request comes from an origin that may not read events, or its Host is not this machine."))
        }
        return responses
    }

    private func parameter(_ parameter: Endpoint.Parameter) -> JSONValue {
        [
            "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
            "required": .bool(parameter.place == .path), "description": .string(parameter.summary),
            "schema": parameter.schema,
        ]
    }

    private func content(_ types: [(type: String, schema: JSONValue)]) -> JSONValue {
        .object(JSONObject(types.map { ($0.type, ["schema": $0.schema]) }))
    }

    private static let schemas: JSONValue = [
        "Event": [
            "type": "object", "description": "An event. Its own schema is the one that $schema names.",
            "minProperties": 1,
            "properties": [
                "$schema": ["type": "string"],
                "meta": ["type": "object", "properties": ["stream": ["type": "string"], "id": ["type": "string"]]],
            ],
        ],
        "Rejection": [
            "type": "object", "required": ["status", "context"],
            "description": "The event, or of a long list its meta.id only, or the number of those that are not named.",
            "properties": [
                "status": ["type": "string", "enum": ["invalid", "error"]],
                "event": ["description": "Missing if the entry has a count."],
                "count": ["type": "integer", "minimum": 1], "context": ["type": "object"],
            ],
        ],
        "Rejections": [
            "type": "object", "required": ["invalid"],
            "properties": [
                "invalid": ["type": "array", "items": ["$ref": "#/components/schemas/Rejection"]],
                "error": ["type": "array", "items": ["$ref": "#/components/schemas/Rejection"]],
            ],
        ],
        "Problem": [
            "type": "object", "required": ["status", "type", "title", "detail"],
            "properties": [
                "status": ["type": "integer"], "type": ["type": "string"], "title": ["type": "string"],
                "detail": ["type": "string"], "method": ["type": "string"], "uri": ["type": "string"],
            ],
        ],
        "ReceivedEvent": [
            "type": "object",
            "required": ["position", "id", "stream", "schema", "receivedAt", "repeats", "test", "valid", "event"],
            "properties": [
                "position": ["type": "integer"], "id": ["type": ["string", "null"]],
                "stream": ["type": ["string", "null"]], "schema": ["type": ["string", "null"]],
                "receivedAt": ["type": "string"], "repeats": ["type": "integer"],
                "test": ["type": ["string", "null"]], "valid": ["type": "boolean"],
                "status": ["type": "string", "enum": ["invalid", "error"]], "context": ["type": "object"],
                "sent": [
                    "type": "object", "description": "When the client sent it, where the client says so.",
                    "required": ["at", "attempt"],
                    "properties": ["at": ["type": "string"], "attempt": ["type": "integer"]],
                ],
            ],
        ],
    ]
}
