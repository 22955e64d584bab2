public import EventSchema
public import Foundation

/// Where stream configurations come from.
public enum StreamConfigurationSource: Sendable, Hashable, CustomStringConvertible {
    /// The stream configuration API: `https://…/w/api.php?action=streamconfigs&format=json`.
    case url(URL)
    /// A file in the form of the API's answer, read once.
    case file(URL)
    /// The streams themselves: name → settings.
    case streams(JSONObject)

    /// The place in words.
    public var description: String {
        switch self {
        case .url(let url): url.withoutSecrets
        case .file(let url): url.path
        case .streams(let streams): "\(streams.count) streams given in code"
        }
    }
}
