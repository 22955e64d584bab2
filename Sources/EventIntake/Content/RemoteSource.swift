package import EventSupport
package import Foundation

/// Where an intake fetches streams and schemas over HTTP.
package struct RemoteSource: Sendable {
    /// Requests a document.
    ///
    /// The call must end, whatever the server does, and refuse a document of more than the given number of bytes. What
    /// it throws has a description for the operator.
    package typealias Fetch =
        @Sendable (_ url: URL, _ knownTag: String?, _ maximumBytes: Int) async throws -> DocumentAnswer

    /// The URL of a stream configuration API; `nil` when streams are read from files.
    package var streams: URL?
    /// The base URLs of schema repositories, searched in order, after the folders of schemas.
    package var schemas: [URL]
    /// The time between two reloads.
    package var interval: Duration
    let fetch: Fetch

    package init(streams: URL?, schemas: [URL], interval: Duration, fetch: @escaping Fetch) {
        (self.streams, self.schemas, self.interval, self.fetch) = (streams, schemas, interval, fetch)
    }

    /// The time between two attempts while there is no content yet.
    var retryInterval: Duration { min(interval, .seconds(5)) }
}

/// Why something cannot be fetched, with its place first.
struct RemoteError: Error, CustomStringConvertible {
    let description: String

    init(_ url: URL, _ reason: String) { self.init(url.withoutSecrets, reason) }
    init(_ place: String, _ reason: String) { description = "\(place): \(reason)" }
}
