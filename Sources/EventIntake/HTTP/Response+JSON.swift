import EventSchema
import HTTPTypes
import Hummingbird

extension Response {
    /// A response with a JSON body.
    init(_ status: HTTPResponse.Status, json: JSONValue, headers: HTTPFields = [:]) {
        self.init(WholeResponse(status, json: json, headers: headers))
    }

    /// A response with a problem object that describes the error, in the form of the existing intake.
    ///
    /// The default `type` of the problem depends on the status.
    init(
        problem status: HTTPResponse.Status, type: String? = nil, _ title: String, _ detail: String, _ request: Request
    ) {
        self.init(WholeResponse(problem: status, type: type, title, detail, request.head))
    }
}
