public import Foundation

/// The stream configurations that a client has until the first fetch succeeds.
///
/// ```swift
/// configuration.configurationCache = .lastKnown
/// ```
public enum ConfigurationCache: Sendable, Hashable {
    /// None: events wait in the input buffer. The default, as in the Metrics Platform's clients.
    case none
    /// Those that were fetched last, which are kept in the store. They may be of any age; the first fetch that succeeds
    /// replaces them. At the first launch there are none. Source: Snowplow's remote configuration.
    case lastKnown
    /// Those of a file that comes with the app, in the form of the API's response: `{"streams": {…}}`.
    ///
    /// ```swift
    /// configuration.configurationCache = .bundled(folder.appendingPathComponent("streams.json"))
    /// ```
    ///
    /// A file that cannot be read, or is not such a document, counts as none, with a
    /// ``Diagnostic/Kind/configurationUnavailable`` diagnostic.
    case bundled(URL)
}
