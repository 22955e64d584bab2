public import Foundation

/// What a client decides by until stream configurations have been fetched.
public enum ConfigurationCache: Sendable, Hashable {
    /// Nothing: events wait in the input buffer. The default, as in the Metrics Platform's clients.
    case none
    /// What was fetched last, kept in the store, as Snowplow's trackers do with theirs. It is never too old; the first
    /// fetch that succeeds replaces it.
    case lastKnown
    /// A file that comes with the app, in the form of the API's answer.
    case bundled(URL)
}
