import HTTPTypes
import Hummingbird

extension Response {
    /// The response with the results of submitted events.
    init(_ answer: IntakeAnswer) {
        let status = HTTPResponse.Status(code: answer.status)
        self = answer.body.map { Response(status, json: $0) } ?? Response(status: status)
    }
}
