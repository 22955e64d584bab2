import EventPlatform
import EventSchema
import Foundation

/// Where `--stream-configs` and the like point: a file, or a URL.
enum ConfigurationPlace {
    /// The URL, when the text is one of HTTP.
    static func httpURL(_ text: String) -> URL? {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
            return nil
        }
        return url
    }

    /// The source of stream configurations, looked at as far as that is possible before anything is done.
    static func streams(_ place: String) throws -> StreamConfigurationSource {
        if let url = httpURL(place) { return .url(withQuery(url)) }
        _ = try json(ofFile: place, wanted: "an answer of the stream configuration API")
        return .file(URL(fileURLWithPath: place))
    }

    /// Reads a file of JSON.
    static func json(ofFile path: String, wanted: String) throws -> JSONValue {
        do {
            return try JSONValue(parsing: Array(Data(contentsOf: URL(fileURLWithPath: path))))
        } catch let error as JSONParseError {
            throw Reason("\(path) is no JSON: \(error). It should be \(wanted)")
        } catch {
            throw Reason("cannot read \(path): \(error.localizedDescription)")
        }
    }

    /// A URL without a query is the API's place; the query is always the same.
    private static func withQuery(_ url: URL) -> URL {
        guard url.query == nil, var components = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
            return url
        }
        if components.path.isEmpty || components.path == "/" { components.path = "/w/api.php" }
        components.query = "action=streamconfigs&format=json"
        return components.url ?? url
    }
}
