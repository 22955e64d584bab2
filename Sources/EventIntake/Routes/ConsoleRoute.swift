import CConsole
import EventSchema
import HTTPTypes
import Hummingbird

/// The console: `GET /console`, a page that shows received events, and the files that it consists of.
///
/// They contain no events, so they need no token: a browser cannot send one when a page is opened.
struct ConsoleRoute: Sendable {
    private typealias File = (type: String, bytes: [UInt8])

    /// What the folder `Page` of `CConsole` has, which is part of the program.
    private static let files = Dictionary(
        uniqueKeysWithValues: (0..<console_file_count()).map { position -> (String, File) in
            let file = console_file_at(position)
            let name = String(cString: file.name)
            return (name, (type(of: name), Array(String(cString: file.content).utf8)))
        })

    private static let page = "index.html"

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "js": "text/javascript"
        case "css": "text/css"
        default: "text/html"
        }
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/console", summary: "A page that shows received events.",
                responses: [
                    .init(status: 200, summary: "The page.", content: [("text/html", ["type": "string"])]),
                    .init(status: 304, summary: "Not modified."),
                ],
                isOpen: true
            ) { request, _ in respond(to: request, withFile: Self.page) },
            Endpoint(
                method: .get, path: "/console/{file}", summary: "A style sheet or a script of the page.",
                parameters: [.init(name: "file", place: .path, summary: "The file's name.")],
                responses: [
                    .init(
                        status: 200, summary: "The file.",
                        content: [("text/css", ["type": "string"]), ("text/javascript", ["type": "string"])]),
                    .init(status: 304, summary: "Not modified."), .problem(404, "There is no such file."),
                ],
                isOpen: true
            ) { request, context in
                let name = context.pathParameter("file")
                return name == Self.page ? missing(name, request) : respond(to: request, withFile: name)
            },
        ]
    }

    private func respond(to request: Request, withFile name: String) -> Response {
        guard let file = Self.files[name] else { return missing(name, request) }
        return Response(page: file.bytes, file.type, policy: PagePolicy.ownFilesAndPlainText, to: request)
    }

    private func missing(_ name: String, _ request: Request) -> Response {
        Response(problem: .notFound, "Not found", "The console has no file \(name).", request)
    }
}
