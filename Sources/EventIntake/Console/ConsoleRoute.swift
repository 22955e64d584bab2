import EventSchema
import HTTPTypes
import Hummingbird

/// The console: `GET /console`, a page that shows received events, and the files that it consists of.
///
/// They contain no events, so they need no token: a browser cannot send one when a page is opened.
struct ConsoleRoute: Sendable {
    private typealias File = (type: String, bytes: [UInt8])

    /// What ``Console/Page`` has, which is part of the program.
    private static let files: [String: File] = [
        "style.css": ("text/css", PackageResources.style_css),
        "api.js": (script, PackageResources.api_js),
        "app.js": (script, PackageResources.app_js),
        "bars.js": (script, PackageResources.bars_js),
        "check.js": (script, PackageResources.check_js),
        "clients.js": (script, PackageResources.clients_js),
        "columns.js": (script, PackageResources.columns_js),
        "compare.js": (script, PackageResources.compare_js),
        "completion.js": (script, PackageResources.completion_js),
        "configuration.js": (script, PackageResources.configuration_js),
        "copies.js": (script, PackageResources.copies_js),
        "details.js": (script, PackageResources.details_js),
        "download.js": (script, PackageResources.download_js),
        "elements.js": (script, PackageResources.elements_js),
        "errorevents.js": (script, PackageResources.errorevents_js),
        "explanation.js": (script, PackageResources.explanation_js),
        "faults.js": (script, PackageResources.faults_js),
        "faultwords.js": (script, PackageResources.faultwords_js),
        "feed.js": (script, PackageResources.feed_js),
        "fields.js": (script, PackageResources.fields_js),
        "filters.js": (script, PackageResources.filters_js),
        "findings.js": (script, PackageResources.findings_js),
        "fixes.js": (script, PackageResources.fixes_js),
        "going.js": (script, PackageResources.going_js),
        "journey.js": (script, PackageResources.journey_js),
        "list.js": (script, PackageResources.list_js),
        "live.js": (script, PackageResources.live_js),
        "minutes.js": (script, PackageResources.minutes_js),
        "missing.js": (script, PackageResources.missing_js),
        "news.js": (script, PackageResources.news_js),
        "pasted.js": (script, PackageResources.pasted_js),
        "reasons.js": (script, PackageResources.reasons_js),
        "rejection.js": (script, PackageResources.rejection_js),
        "schema.js": (script, PackageResources.schema_js),
        "sending.js": (script, PackageResources.sending_js),
        "streamrow.js": (script, PackageResources.streamrow_js),
        "streams.js": (script, PackageResources.streams_js),
        "view.js": (script, PackageResources.view_js),
    ]
    private static let page: File = ("text/html", PackageResources.index_html)
    private static let script = "text/javascript"

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/console", summary: "A page that shows received events.",
                responses: [
                    .init(status: 200, summary: "The page.", content: [("text/html", ["type": "string"])]),
                    .init(status: 304, summary: "Not modified."),
                ],
                isOpen: true
            ) { request, _ in respond(to: request, with: Self.page) },
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
                guard let file = Self.files[name] else {
                    return Response(problem: .notFound, "Not found", "The console has no file \(name).", request)
                }
                return respond(to: request, with: file)
            },
        ]
    }

    private func respond(to request: Request, with file: File) -> Response {
        Response(page: file.bytes, file.type, policy: PagePolicy.ownFilesAndPlainText, to: request)
    }
}
