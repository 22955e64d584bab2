import HTTPTypes
import Hummingbird

extension Response {
    /// The response with the results of submitted events.
    init(_ response: IntakeResponse) {
        let status = HTTPResponse.Status(code: response.status)
        self = response.body.map { Response(status, json: $0) } ?? Response(status: status)
    }
}
