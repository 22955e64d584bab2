import EventSchema
import HTTPTypes
import Hummingbird

/// `GET /schemas-site/…`: the pages of `eventctl schemas docs`, of the schemas and streams as they are now.
struct SchemaSiteRoute: Sendable {
    private let site: MadeFromFiles<Result<IntakeTools.Site, any Error>>

    private static let home = "/schemas-site/index.html"
    private static let types = ["html": "text/html", "css": "text/css", "js": "text/javascript"]

    init?(content: LiveContent, tools: IntakeTools) {
        guard let site = tools.site else { return nil }
        self.site = MadeFromFiles("EventIntake.site", paths: { content.paths }) { Result(catching: site) }
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/schemas-site", summary: "Redirects to the index of the pages of schemas.",
                responses: [.init(status: 303, summary: "Redirect to the index.")]
            ) { _, _ in Response(status: .seeOther, headers: [.location: Self.home]) },
            Endpoint(
                method: .get, path: "/schemas-site/{path*}", summary: "A page about a schema, or one of its files.",
                parameters: [.init(name: "path", place: .path, summary: "The path of the file below the site.")],
                responses: [
                    .init(
                        status: 200, summary: "The file.",
                        content: Self.types.values.sorted().map { ($0, ["type": "string"]) }),
                    .init(status: 304, summary: "Not modified."),
                    .problem(404, "There is no such file, or no page can be made."),
                ]
            ) { request, context in await respond(to: request, context.pathRest) },
        ]
    }

    private func respond(to request: Request, _ path: String) async -> Response {
        let ending = path.split(separator: ".").last.map(String.init) ?? ""
        do {
            guard let bytes = try await site.current.get()[path], let type = Self.types[ending] else {
                return missing("The pages of schemas have no file \(path).", request)
            }
            return Response(page: bytes, type, policy: PagePolicy.ownFiles, to: request)
        } catch {
            return missing("The pages of schemas cannot be made. \(error)", request)
        }
    }

    private func missing(_ detail: String, _ request: Request) -> Response {
        Response(problem: .notFound, "Not found", detail, request)
    }
}
