import ArgumentParser
import EventPlatform
import EventSchema
import EventStreams
import EventSupport
import Foundation

/// Reads options such as `--stream-configs`, whose value is a file or a URL.
enum ConfigurationLocation {
    /// The URL; `nil` when the text is not an http or https URL.
    static func httpURL(_ text: String) -> URL? {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host?.isEmpty == false, (1...65_535).contains(url.port ?? 80)
        else { return nil }
        return url
    }

    /// Checks that a text with `://` is a URL, so that a mistyped one is not taken for the name of a file. A URL with a
    /// user is refused: it would be in the list of processes, and is not sent.
    ///
    /// - Throws: `ValidationError`.
    static func requireFileOrURL(_ locations: [String]) throws {
        for location in locations where location.contains("://") {
            guard let url = httpURL(location) else {
                throw ValidationError("'\(location)' is not an http or https URL such as http://127.0.0.1:8192")
            }
            try requireNoCredentials(in: url)
        }
    }

    /// Checks that a URL has no user and no password. Every option with a URL is checked by it: clients leave them out
    /// of their requests, and arguments are in the list of processes.
    ///
    /// - Throws: `ValidationError`, which does not name them.
    static func requireNoCredentials(in url: URL) throws {
        guard url.user != nil || url.password != nil else { return }
        throw ValidationError(
            "'\(url.withoutSecrets)' must not have a user or a password: no credentials are sent to it")
    }

    /// The source of stream configurations. A file is read here, once, so that it can be a pipe and a mistake in it is
    /// reported before the command starts.
    static func streams(_ location: String) throws -> StreamConfigurationSource {
        if let url = streamsURL(location) { return .url(url) }
        let wanted = "a response of the stream configuration API, {\"streams\": {…}}"
        let json = try json(ofFile: location, wanted: wanted)
        do { _ = try StreamConfigurations(response: json) } catch {
            throw CommandError("\(InputFile(location).name): \(error.message). It must contain \(wanted)")
        }
        return .streams(json["streams"]?.object ?? [:])
    }

    /// Reads a file of JSON.
    static func json(ofFile path: String, wanted: String) throws -> JSONValue {
        let bytes = try InputFile(path).bytes(wanted: wanted)
        if let form = InputFile.unreadableForm(ofTextBeginning: bytes) {
            throw CommandError("\(InputFile(path).name) is \(form)")
        }
        do { return try JSONValue(parsing: bytes) } catch {
            throw CommandError("\(InputFile(path).name) is not JSON: \(error). It must contain \(wanted)")
        }
    }

    /// The URL of a stream configuration API; `nil` when the text is not a URL.
    static func streamsURL(_ text: String) -> URL? { httpURL(text).map(withQuery) }

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
