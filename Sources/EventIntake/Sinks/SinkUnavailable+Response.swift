import HTTPTypes
import Hummingbird

extension SinkUnavailable {
    /// The response, also to a hasty request: nothing of it was taken.
    func response(to request: Request) -> Response { Response(response(to: request.head, detail: description)) }

    /// A response with another text, for those who need not know the reason.
    func response(to request: HTTPRequest, detail: String) -> WholeResponse {
        var response = WholeResponse(
            problem: .serviceUnavailable, type: isBusy ? "intake_busy" : "sink_unavailable", "No events are taken",
            detail, request)
        let seconds = (retryAfter / .seconds(1)).rounded(.up)
        response.headers[.retryAfter] = "\(Int(min(max(seconds, 1), 86_400)))"
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
