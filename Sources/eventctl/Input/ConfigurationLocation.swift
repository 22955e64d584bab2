import EventPlatform
import EventSchema
import Foundation

/// Reads options such as `--stream-configs`, whose value is a file or a URL.
enum ConfigurationLocation {
    /// The URL; `nil` when the text is not an http or https URL.
    static func httpURL(_ text: String) -> URL? {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
            return nil
        }
        return url
    }

    /// The source of stream configurations. A file is parsed first, so that a mistake is reported before the command
    /// starts.
    static func streams(_ location: String) throws -> StreamConfigurationSource {
        if let url = httpURL(location) { return .url(withQuery(url)) }
        _ = try json(ofFile: location, wanted: "a response of the stream configuration API")
        return .file(URL(fileURLWithPath: location))
    }

    /// Reads a file of JSON.
    static func json(ofFile path: String, wanted: String) throws -> JSONValue {
        do {
            return try JSONValue(parsing: Array(Data(contentsOf: URL(fileURLWithPath: path))))
        } catch let error as JSONParseError {
            throw CommandError("\(path) is not JSON: \(error). It must contain \(wanted)")
        } catch {
            throw CommandError("cannot read \(path): \(error.localizedDescription)")
        }
    }

    /// Adds the path and query of the API to a URL that has no query.
    private static func withQuery(_ url: URL) -> URL {
        guard url.query == nil, var components = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
            return url
        }
        if components.path.isEmpty || components.path == "/" { components.path = "/w/api.php" }
        components.query = "action=streamconfigs&format=json"
        return components.url ?? url
    }
}
