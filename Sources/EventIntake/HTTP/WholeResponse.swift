import EventSchema
import HTTPTypes
import Hummingbird
import NIOCore

/// A response with its whole body, which can be sent with Hummingbird or without.
struct WholeResponse: Sendable {
    let status: HTTPResponse.Status
    var headers: HTTPFields
    let body: [UInt8]

    init(_ status: HTTPResponse.Status, type: String, body: [UInt8], headers: HTTPFields = [:]) {
        (self.status, self.headers, self.body) = (status, headers, body)
        self.headers[.contentType] = type
    }

    /// A response with a JSON body.
    init(_ status: HTTPResponse.Status, json: JSONValue, headers: HTTPFields = [:]) {
        self.init(status, type: "application/json; charset=utf-8", body: json.jsonBytes, headers: headers)
    }

    /// A response with a problem object that describes the error, in the form of the existing intake.
    ///
    /// The default `type` of the problem depends on the status.
    init(
        problem status: HTTPResponse.Status, type: String? = nil, _ title: String, _ detail: String,
        _ request: HTTPRequest
    ) {
        self.init(
            status,
            json: [
                "status": .number(status.code), "type": .string(type ?? status.problemType), "title": .string(title),
                "detail": .string(detail), "method": .string(request.method.rawValue),
                "uri": .string(request.path ?? ""),
            ])
    }
}

extension Response {
    /// The same response, as a route returns it.
    init(_ response: WholeResponse) {
        self.init(
            status: response.status, headers: response.headers,
            body: .init(byteBuffer: ByteBuffer(bytes: response.body)))
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
