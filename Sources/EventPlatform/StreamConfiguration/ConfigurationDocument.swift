package import EventSchema
import EventSupport
package import Foundation

/// A configuration document as it was received: its text, and the entity tag with which the server reports no change.
struct ConfigurationDocument: Sendable, Hashable {
    let body: [UInt8]
    /// The response's `ETag`; `nil` when there was none.
    let tag: String?

    /// The largest document that is read: production's is about 100 kB.
    static let maximumBytes = 8 << 20
}

/// Fetches one document over HTTP, without retrying.
struct DocumentRequest: Sendable {
    let url: URL
    let connection: TimeLimitedConnection
    /// How long the whole exchange may take.
    let timeout: Duration
    var method: NetworkRequest.Method = .get
    /// The size in bytes from which on a response counts as a failure.
    var maximumBytes = ConfigurationDocument.maximumBytes

    /// Requests the document.
    ///
    /// - Parameter known: the document that the client has; `nil` when it has none.
    /// - Returns: the document; `nil` when the server responds that the known one is unchanged.
    /// - Throws: ``FetchError``, or `CancellationError`.
    func send(known: ConfigurationDocument?) async throws -> ConfigurationDocument? {
        var request = NetworkRequest(
            method: method, url: url, headers: ["Accept": "application/json"], timeout: timeout,
            maximumResponseBytes: maximumBytes)
        request.headers["If-None-Match"] = known?.tag
        let response: CompleteResponse
        do {
            response = try await connection.response(to: request)
        } catch let error as NetworkError {
            throw FetchError(error)
        }
        if response.status == 304, known?.tag != nil { return nil }
        guard response.status == 200 else { throw FetchError(response) }
        return ConfigurationDocument(body: response.body, tag: response.headers["etag"])
    }
}

extension ConfigurationDocument {
    /// Reads a local file, of ``maximumBytes`` unless told.
    ///
    /// - Throws: ``FetchError``.
    init(file url: URL, maximumBytes: Int = Self.maximumBytes) throws {
        do {
            self.init(body: try RegularFile.bytes(at: url.path, limit: maximumBytes), tag: nil)
        } catch {
            throw FetchError(.unreadable, "\(error)")
        }
    }

    /// The document's JSON.
    ///
    /// - Throws: ``FetchError``.
    func json() throws -> JSONValue {
        do { return try JSONValue(parsingLeniently: body) } catch {
            throw FetchError(error, in: body)
        }
    }
}

// MARK: - In the store

extension ConfigurationDocument: Codable {
    /// The name of the store's value.
    static let storedName = "stream_configurations"

    private enum CodingKeys: CodingKey {
        case tag
        case body
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        body = Array(try container.decode(String.self, forKey: .body).utf8)
        tag = try container.decodeIfPresent(String.self, forKey: .tag)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(String(decoding: body, as: UTF8.self), forKey: .body)
        try container.encodeIfPresent(tag, forKey: .tag)
    }
}

/// A list of experiments or instruments at a URL, fetched once over a transport: for tools.
package struct ExperimentDocument: Sendable {
    private let url: URL
    private let connection: any NetworkConnection

    package init(_ url: URL, over connection: any NetworkConnection = DefaultConnection.make()) {
        (self.url, self.connection) = (url, connection)
    }

    /// The list's JSON.
    ///
    /// - Throws: an error whose description is written for the user.
    package func json() async throws -> JSONValue {
        let request = DocumentRequest(
            url: url, connection: TimeLimitedConnection(connection), timeout: .seconds(30))
        return try await request.send(known: nil)?.json() ?? .null
    }
}
