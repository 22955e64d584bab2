import EventSchema
import HTTPTypes
import Hummingbird
import NIOCore

/// Why the body of a request is not read as JSON.
struct UnreadableBody: Error {
    let status: HTTPResponse.Status
    let title: String
    let detail: String

    func response(to request: Request) -> Response { Response(problem: status, title, detail, request) }
}

extension Request {
    /// The body as JSON.
    ///
    /// - Throws: ``UnreadableBody`` when it is larger, no JSON, or does not arrive.
    func json(upTo maximumBytes: Int) async throws(UnreadableBody) -> JSONValue {
        do {
            return try JSONValue(parsing: Array(buffer: try await body.collect(upTo: maximumBytes)))
        } catch let error as JSONParseError {
            throw UnreadableBody(
                status: .badRequest, title: "Not JSON", detail: "The body cannot be read: \(error.description).")
        } catch is NIOTooManyBytesError {
            throw UnreadableBody(
                status: .contentTooLarge, title: "Too large", detail: "The body may have at most \(maximumBytes) bytes."
            )
        } catch {
            throw UnreadableBody(
                status: .badRequest, title: "Interrupted", detail: "The request ended before its body did.")
        }
    }
}
