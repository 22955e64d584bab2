import EventSchema
import Hummingbird

/// The small routes every service of the platform has.
struct InfoRoutes: Sendable {
    func add(to router: Router<BasicRequestContext>) {
        router.get("_info") { _, _ in
            Response.json([
                "name": "event-platform-intake", "description": "stream configurations, schemas and an intake",
            ])
        }
        router.get("robots.txt") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: "User-agent: *\nDisallow: /\n")))
        }
    }
}
