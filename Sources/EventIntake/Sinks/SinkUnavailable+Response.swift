import HTTPTypes
import Hummingbird

extension SinkUnavailable {
    /// The response, also to a hasty request: nothing of it was taken.
    func response(to request: Request) -> Response {
        var response = Response(
            problem: .serviceUnavailable, type: "sink_unavailable", "No events are taken", description, request)
        let seconds = (retryAfter / .seconds(1)).rounded(.up)
        response.headers[.retryAfter] = "\(Int(min(max(seconds, 1), 86_400)))"
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
