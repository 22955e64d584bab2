import EventCatalog
import EventSchema
import HTTPTypes
import Hummingbird

/// `GET /schemas/<title>/<version>`, with or without `.json` or `.yaml` behind it. All JSON is YAML too, so the answer
/// is JSON whatever was asked for.
struct SchemasRoute: Sendable {
    let schemas: SchemaRepository

    func add(to router: Router<BasicRequestContext>) {
        router.get("/schemas/**") { _, context in answer("/" + context.parameters.getCatchAll().joined(separator: "/"))
        }
    }

    private func answer(_ asked: String) -> Response {
        let suffix = [".json", ".yaml"].first(where: asked.hasSuffix) ?? ""
        let uri = String(asked.dropLast(suffix.count))
        if let version = schemas[uri] { return Response(.ok, json: version.document) }
        return Response(
            .notFound,
            json: [
                "status": 404, "type": "not_found", "title": "No such schema",
                "detail": .string("There is no schema \(uri)."),
                "known": .array(schemas.nearMisses(of: uri).map(JSONValue.string)),
            ])
    }
}
