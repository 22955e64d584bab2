import HTTPTypes

/// Why an intake takes no events.
enum Unreadiness: Sendable {
    /// It does not listen yet, or has not asked its sinks yet.
    case starting
    case stopping
    /// There are no streams and schemas yet.
    case noContent
    case sink(SinkUnavailable)

    /// The response, which is 503. With `showsReason` it has the reason of a sink, which may name files and hosts.
    func response(to request: HTTPRequest, showsReason: Bool) -> WholeResponse {
        switch self {
        case .starting: Self.refusal("starting", "The intake starts", "Ask again later.", request)
        case .stopping: Self.refusal("stopping", "The intake stops", "Send requests to another one.", request)
        case .noContent:
            Self.refusal(
                "no_content", "There are no streams and schemas yet",
                "They cannot be fetched; the log says why. Send the request again later.", request, retryAfter: "5")
        case .sink(let reason):
            reason.response(
                to: request, detail: showsReason ? reason.description : "A sink is unavailable; the log says why.")
        }
    }

    private static func refusal(
        _ type: String, _ title: String, _ detail: String, _ request: HTTPRequest, retryAfter: String? = nil
    ) -> WholeResponse {
        var response = WholeResponse(problem: .serviceUnavailable, type: type, title, detail, request)
        response.headers[.retryAfter] = retryAfter
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
