public import EventSchema
import EventSupport
public import Foundation

/// Where stream configurations come from.
///
/// ```swift
/// configuration.streamConfigurations = .streams([
///     "app.toolbar": ["schema_title": "analytics/product_metrics/app/base"]
/// ])
/// ```
public enum StreamConfigurationSource: Sendable, Hashable, CustomStringConvertible {
    /// The stream configuration API: `https://…/w/api.php?action=streamconfigs&format=json`. A response of more than
    /// 8 MiB counts as a failure; redirects are not followed.
    case url(URL)
    /// A regular file in the form of the API's response, `{"streams": {…}}`. It is read at the start and at each
    /// refresh; one of more than 8 MiB counts as a failure.
    case file(URL)
    /// The streams themselves: the settings of each, by its name.
    case streams(JSONObject)

    /// The place in words, for a log. A URL is without its user, password and query.
    public var description: String {
        switch self {
        case .url(let url): url.withoutSecrets
        case .file(let url): url.path
        case .streams(let streams): "\(streams.count) streams given in code"
        }
    }
}
