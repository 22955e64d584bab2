package import EventSupport
package import Foundation

/// Documents at URLs, each fetched once over a transport: for tools.
package struct DocumentFetcher: Sendable {
    private let connection: TimeLimitedConnection
    private let timeout: Duration

    /// - Parameters:
    ///   - connection: the transport.
    ///   - timeout: how long one exchange may take, to the last byte of the response.
    package init(over connection: any NetworkConnection = DefaultConnection.make(), timeout: Duration = .seconds(10)) {
        self.connection = TimeLimitedConnection(connection)
        self.timeout = timeout
    }

    /// Requests a document. Redirects are not followed.
    ///
    /// - Parameters:
    ///   - url: its URL.
    ///   - tag: the tag of the document that is known; `nil` when none is.
    ///   - maximumBytes: the size from which on a response is a failure.
    /// - Returns: the document, unless it is the known one or does not exist.
    /// - Throws: an error whose description is written for the user, or `CancellationError`.
    package func answer(_ url: URL, knownTag tag: String?, maximumBytes: Int) async throws -> DocumentAnswer {
        var request = DocumentRequest(url: url, connection: connection, timeout: timeout)
        request.maximumBytes = maximumBytes
        do {
            let known = tag.map { ConfigurationDocument(body: [], tag: $0) }
            guard let document = try await request.send(known: known) else { return .unchanged }
            return .document(document.body, tag: document.tag)
        } catch let error as FetchError where error.status == 404 || error.status == 410 {
            return .missing
        }
    }
}
