import EventSchema
import EventStreams

/// The response of the stream configuration API for a folder of streams, as one text that any server can serve.
public struct CompiledStreams: Sendable {
    /// The response as UTF-8, on one line that ends with a line end: `{"streams": {name: settings, …}}`.
    ///
    /// The settings of a stream are in the API's order: those of the defaults, then the stream's own, then `stream`,
    /// then `topics` where they are computed. Empty maps are `[]`, since PHP writes both alike. The settings
    /// `description`, `owner`, `expires`, `sensitivity` and `links`, and the lists of consumers, are left out. Slashes
    /// and characters beyond ASCII are not escaped, except U+2028 and U+2029; numbers have the digits that the author
    /// wrote.
    public let text: [UInt8]

    /// Compiles the streams of a folder: the response to a request for all streams.
    public init(_ catalog: StreamCatalog) {
        text = APIText.bytes(of: StreamConfigurationsRequest().response(from: catalog.configurations).body)
    }
}
