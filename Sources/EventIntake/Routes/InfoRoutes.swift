import EventCatalog
import EventSchema
import EventStreams
import HTTPTypes
import Hummingbird

/// `GET /_info`, which says what is served, and `GET /robots.txt`, which sends crawlers away.
struct InfoRoutes: Sendable {
    let path: EventPath

    func add(to router: Router<BasicRequestContext>) {
        router.get("/_info") { _, _ in
            Response(
                .ok,
                json: [
                    "name": "event-intake", "streams": .number(path.streams?.count ?? 0),
                    "schemas": .number(path.schemas.versions.count), "store": .string(path.store.path),
                ])
        }
        router.get("/robots.txt") { _, _ in "User-agent: *\nDisallow: /\n" }
    }
}
