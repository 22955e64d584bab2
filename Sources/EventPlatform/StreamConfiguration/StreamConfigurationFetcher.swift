import EventSchema
package import EventStreams
import Foundation

/// Stream configurations as they were fetched, and the document that they were read from, where there is one.
struct FetchedConfigurations: Sendable {
    let configurations: StreamConfigurations
    let document: ConfigurationDocument?

    /// Reads a document.
    ///
    /// - Throws: ``FetchError``. A document that throws is never kept, and neither is its tag.
    init(_ document: ConfigurationDocument) throws {
        do {
            configurations = try StreamConfigurations(response: document.json())
        } catch let error as StreamConfigurationError {
            throw FetchError(error)
        }
        self.document = document
    }

    init(streams: JSONObject) {
        configurations = StreamConfigurations(streams: streams)
        document = nil
    }
}

/// Fetches the stream configurations from their source.
struct StreamConfigurationFetcher: Sendable {
    let source: StreamConfigurationSource
    let connection: TimeLimitedConnection
    let timeout: @Sendable () -> Duration

    /// Fetches once.
    ///
    /// - Parameter known: the document that the client has.
    /// - Returns: the configurations; `nil` when that document is unchanged.
    /// - Throws: ``FetchError``, or `CancellationError`.
    func fetch(known: ConfigurationDocument?) async throws -> FetchedConfigurations? {
        let document: ConfigurationDocument?
        switch source {
        case .streams(let streams): return FetchedConfigurations(streams: streams)
        case .file(let url): document = try ConfigurationDocument(file: url)
        case .url(let url):
            let request = DocumentRequest(url: url, connection: connection, timeout: timeout())
            document = try await request.send(known: known)
        }
        guard let document, document.body != known?.body else { return nil }
        return try FetchedConfigurations(document)
    }
}

extension StreamConfigurationSource {
    /// The configurations of this source, fetched once over a transport: for tools.
    ///
    /// - Throws: an error whose description is written for the user.
    package func configurations(
        over connection: any NetworkConnection = DefaultConnection.make()
    ) async throws -> StreamConfigurations {
        let fetcher = StreamConfigurationFetcher(source: self, connection: TimeLimitedConnection(connection)) {
            .seconds(30)
        }
        return try await fetcher.fetch(known: nil)?.configurations ?? StreamConfigurations(streams: [:])
    }
}
