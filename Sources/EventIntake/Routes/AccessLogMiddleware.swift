import HTTPTypes
import Hummingbird
import Logging

/// Logs each request and the status of its response: a constant message, and what varies in the metadata. Queries and
/// headers are left out, since they may have events and the token. A path is cut off after 1024 characters.
struct AccessLogMiddleware: RouterMiddleware {
    /// The keys of the metadata.
    private enum Key: String {
        case method = "event-platform.intake.request.method"
        case path = "event-platform.intake.request.path"
        /// The length of the body as the request's head gives it; missing where that does not.
        case requestBytes = "event-platform.intake.request.bytes"
        case status = "event-platform.intake.response.status"
        /// The length of the body; missing where it is not known before it is sent.
        case responseBytes = "event-platform.intake.response.bytes"
        /// The time until the response was there, of which nothing is sent yet.
        case milliseconds = "event-platform.intake.request.milliseconds"
    }

    let logger: Logger

    func handle(
        _ request: Request, context: IntakeRequestContext,
        next: (Request, IntakeRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        do {
            let response = try await next(request, context)
            log(request, response.status, response.body.contentLength, since: start)
            return response
        } catch {
            // Hummingbird's response to the error.
            log(request, (error as? any HTTPResponseError)?.status ?? .internalServerError, nil, since: start)
            throw error
        }
    }

    private func log(
        _ request: Request, _ status: HTTPResponse.Status, _ bytes: Int?, since start: ContinuousClock.Instant
    ) {
        let milliseconds = Int((start.duration(to: .now) / .milliseconds(1)).rounded())
        let values: [Key: Logger.MetadataValue?] = [
            .method: .string(request.method.rawValue), .path: .string(String(request.uri.path.prefix(1024))),
            .requestBytes: request.headers[.contentLength].flatMap(Int.init).map { .stringConvertible($0) },
            .status: .stringConvertible(status.code), .responseBytes: bytes.map { .stringConvertible($0) },
            .milliseconds: .stringConvertible(milliseconds),
        ]
        let known = values.compactMap { key, value in value.map { (key.rawValue, $0) } }
        logger.info("request", metadata: Logger.Metadata(uniqueKeysWithValues: known))
    }
}
