import EventSchema
import HTTPTypes
import Hummingbird

extension Response {
    /// A JSON body, or none.
    static func json(_ body: JSONValue?, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
        guard let body else { return Response(status: status, headers: headers) }
        var headers = headers
        headers[.contentType] = "application/json; charset=utf-8"
        return Response(
            status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body.jsonBytes)))
    }

    /// A refusal with its reason in a problem object, as the platform's services write them.
    static func problem(_ status: HTTPResponse.Status, _ detail: String) -> Response {
        .json(
            [
                "status": .number(status.code), "type": "bad_request", "title": .string(status.reasonPhrase),
                "detail": .string(detail),
            ], status: status)
    }

    /// A refusal without a body; the reason stands in the status line.
    static func badRequest(_ reason: String) -> Response {
        Response(status: HTTPResponse.Status(code: 400, reasonPhrase: reason))
    }
}
