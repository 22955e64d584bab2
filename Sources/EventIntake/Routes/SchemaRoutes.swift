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
        if let document = schemas.documents[id] {
            return .json(document, headers: [.cacheControl: "public, max-age=600"])
        }
        let title = id.split(separator: "/").dropLast().joined(separator: "/")
        let versions = schemas.documents.keys.filter { $0.hasPrefix("/\(title)/") }.sorted()
        let hint = versions.isEmpty ? "" : "; there is \(versions.joined(separator: ", "))"
        return .problem(.notFound, "no schema \(id)\(hint)")
    }
}
