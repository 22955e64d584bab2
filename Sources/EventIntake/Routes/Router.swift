import EventSchema
import HTTPTypes
import Hummingbird

/// Every address that the intake answers at.
func makeRouter(
    _ path: EventPath, _ configuration: IntakeConfiguration, _ faults: FaultControl
) -> Router<BasicRequestContext> {
    let router = Router(context: BasicRequestContext.self)
    router.add(middleware: CrossOrigin())
    if let token = configuration.token { router.add(middleware: BearerToken(token)) }
    router.add(middleware: FaultInjection(faults: faults, maximumBodyBytes: configuration.maximumBodyBytes))
    EventsRoute(path: path, maximumBodyBytes: configuration.maximumBodyBytes).add(to: router)
    StreamConfigurationsRoute(streams: path.streams).add(to: router)
    SchemasRoute(schemas: path.schemas).add(to: router)
    InfoRoutes(path: path).add(to: router)
    FaultsRoute(faults).add(to: router)
    return router
}

extension Response {
    /// An answer with a JSON body.
    init(_ status: HTTPResponse.Status, json: JSONValue, headers: HTTPFields = [:]) {
        var headers = headers
        headers[.contentType] = "application/json; charset=utf-8"
        self.init(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: json.jsonBytes)))
    }

    /// The status and the lists of the verdicts on events.
    init(_ answer: IntakeAnswer) {
        let status = HTTPResponse.Status(code: answer.status)
        self = answer.body.map { Response(status, json: $0) } ?? Response(status: status)
    }

    /// An answer that says what was wrong with the request: a problem object, as the existing intake writes it.
    init(problem status: HTTPResponse.Status, _ title: String, _ detail: String, _ request: Request) {
        self.init(
            status,
            json: [
                "status": .number(status.code), "type": "bad_request", "title": .string(title),
                "detail": .string(detail), "method": .string(request.method.rawValue),
                "uri": .string(request.uri.path),
            ])
    }
}
