import HTTPTypes
import Hummingbird

extension Response {
    /// The status and the lists of the verdicts on events.
    init(_ answer: IntakeAnswer) {
        let status = HTTPResponse.Status(code: answer.status)
        self = answer.body.map { Response(status, json: $0) } ?? Response(status: status)
    }
}
