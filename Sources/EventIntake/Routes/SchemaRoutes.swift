import EventCatalog
import HTTPTypes
import Hummingbird

/// `GET /schemas/<title>/<version>`: the schema repository, as JSON.
struct SchemaRoutes: Sendable {
    let schemas: SchemaRepository

    func add(to router: Router<BasicRequestContext>) {
        router.get("schemas/**") { _, context in
            answer(context.parameters.getCatchAll().map(String.init).joined(separator: "/"))
        }
    }

    private func answer(_ path: String) -> Response {
        let id = "/" + (path.hasSuffix(".json") ? String(path.dropLast(".json".count)) : path)
        if let version = schemas[id] {
            return .json(version.document, headers: [.cacheControl: "public, max-age=600"])
        }
        let near = schemas.nearMisses(of: id)
        let hint = near.isEmpty ? "" : "; there is \(near.joined(separator: ", "))"
        return .problem(.notFound, "no schema \(id)\(hint)")
    }
}
