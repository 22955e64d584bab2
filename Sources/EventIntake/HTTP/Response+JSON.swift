import EventSchema
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// A response with a JSON body.
    init(_ status: HTTPResponse.Status, json: JSONValue, headers: HTTPFields = [:]) {
        var headers = headers
        headers[.contentType] = "application/json; charset=utf-8"
        self.init(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: json.jsonBytes)))
    }

    /// A response with a problem object that describes the error, in the form of the existing intake.
    ///
    /// The default `type` of the problem depends on the status.
    init(
        problem status: HTTPResponse.Status, type: String? = nil, _ title: String, _ detail: String, _ request: Request
    ) {
        self.init(
            status,
            json: [
                "status": .number(status.code), "type": .string(type ?? status.problemType), "title": .string(title),
                "detail": .string(detail), "method": .string(request.method.rawValue),
                "uri": .string(request.uri.string),
            ])
    }
}

extension HTTPResponse.Status {
    fileprivate var problemType: String {
        switch code {
        case 404: "not_found"
        case 405: "method_not_allowed"
        case 500...: "internal_error"
        default: "bad_request"
        }
    }
}
