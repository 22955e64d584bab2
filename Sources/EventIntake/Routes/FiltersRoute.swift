import EventCatalog
import EventSchema
import HTTPTypes
import Hummingbird

/// `GET /filters`: the filters that the project keeps by name.
struct FiltersRoute: Sendable {
    let content: LiveContent

    var endpoints: [Endpoint] {
        let text: JSONValue = ["type": "string"]
        let filter: JSONValue = [
            "type": "object", "required": ["name", "query", "description", "default"],
            "properties": [
                "name": text, "query": text, "description": ["type": ["string", "null"]],
                "default": ["type": "boolean"],
            ],
        ]
        let schema: JSONValue = [
            "type": "object", "required": ["file", "filters", "problems", "error"],
            "properties": [
                "file": ["type": ["string", "null"]], "filters": ["type": "array", "items": filter],
                "problems": ["type": "array", "items": text], "error": ["type": ["string", "null"]],
            ],
        ]
        return [
            Endpoint(
                method: .get, path: "/filters", summary: "The named filters of Filters.yaml.",
                responses: [.json(200, "The filters, in the order of the file.", schema)]
            ) { _, _ in
                var filters = content.current.filters.json
                filters["file"] = content.filtersFile == nil ? .null : .string(NamedFilters.fileName)
                return Response(.ok, json: .object(filters), headers: [.cacheControl: "no-store"])
            }
        ]
    }
}
