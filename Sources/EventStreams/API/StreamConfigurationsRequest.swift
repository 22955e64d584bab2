public import EventSchema

/// A request to the stream configuration API (`action=streamconfigs`), and its response.
///
/// ```swift
/// let request = StreamConfigurationsRequest(streams: "app.toolbar|app.search")
/// let response = request.response(from: streams)
/// print(response.body.jsonText, response.errorCode ?? "no error")
/// ```
public struct StreamConfigurationsRequest: Sendable {
    /// The requested names, in order; `nil` requests all streams, an empty list none.
    public let streams: [String]?
    /// What a stream's settings must have.
    public let constraints: StreamConstraints
    /// Whether the deprecated `all_settings` was sent. All settings are sent in any case; the parameter only adds a
    /// warning to the response.
    public let requestsAllSettings: Bool
    private let formatVersion: String?

    /// The maximum number of names in one request.
    public static let maximumStreamCount = 250

    /// Creates a request from the values of its query parameters, decoded; `nil` for a parameter that is absent.
    ///
    /// - Parameters:
    ///   - streams: names joined by `|`.
    ///   - constraints: see ``StreamConstraints``.
    ///   - formatVersion: `2` or `latest`; `2` unless given.
    ///   - allSettings: whether the parameter is there, whatever its value.
    public init(
        streams: String? = nil, constraints: String? = nil, formatVersion: String? = nil, allSettings: Bool = false
    ) {
        self.streams = streams.map {
            $0.isEmpty ? [] : $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        }
        self.constraints = StreamConstraints(constraints ?? "")
        self.formatVersion = formatVersion
        requestsAllSettings = allSettings
    }

    /// The response from these streams. A name that no stream has is left out; a name that a pattern matched is the
    /// key in the response, while `stream` inside keeps the pattern.
    public func response(from configurations: StreamConfigurations) -> StreamConfigurationsResponse {
        if let formatVersion, formatVersion != "2", formatVersion != "latest" {
            return StreamConfigurationsResponse(
                errorCode: "badvalue", info: "Unrecognized value for parameter \"formatversion\": \(formatVersion).")
        }
        if let streams, streams.count > Self.maximumStreamCount {
            let limit = Self.maximumStreamCount
            return StreamConfigurationsResponse(
                errorCode: "toomanyvalues",
                info: "Too many values supplied for parameter \"streams\". The limit is \(limit).")
        }
        var found = JSONObject()
        for name in streams ?? configurations.names {
            guard let stream = configurations[name], constraints.match(stream) else { continue }
            found[name] = .object(stream.apiSettings(requestedAs: name))
        }
        return StreamConfigurationsResponse(streams: found, warnsOfAllSettings: requestsAllSettings)
    }
}

/// A response of the stream configuration API. Its HTTP status is 200, for refusals too.
public struct StreamConfigurationsResponse: Sendable, Equatable {
    /// The body: `{"streams": {…}}`, or `{"error": {"code", "info"}}`.
    public let body: JSONValue
    /// The value of the header `MediaWiki-API-Error`; `nil` when the request was not refused.
    public let errorCode: String?

    /// The value of the header `Cache-Control`: ten minutes for streams, nothing for a refusal.
    public var cacheControl: String {
        errorCode == nil ? "s-maxage=600, max-age=600, public" : "private, must-revalidate, max-age=0"
    }

    init(streams: JSONObject, warnsOfAllSettings: Bool) {
        let warning: JSONValue = ["warnings": "The parameter \"all_settings\" has been deprecated."]
        var body = JSONObject()
        if warnsOfAllSettings { body["warnings"] = ["streamconfigs": warning] }
        body["streams"] = .object(streams)
        self.body = .object(body)
        errorCode = nil
    }

    init(errorCode: String, info: String) {
        body = ["error": ["code": .string(errorCode), "info": .string(info)]]
        self.errorCode = errorCode
    }
}

extension StreamConfiguration {
    /// The settings as the API sends them: with the entry's name or pattern as `stream`, topics computed for the
    /// requested name, and empty maps below the top as empty lists, since PHP writes both alike.
    fileprivate func apiSettings(requestedAs name: String) -> JSONObject {
        var sent = JSONObject(settings.map { ($0, $1.withEmptyMapsAsLists) })
        sent["stream"] = .string(self.name)
        if settings["topics"]?.isNull ?? true {
            sent["topics"] = .array(StreamTopics.computed(of: name, settings))
        }
        return sent
    }
}

extension JSONValue {
    fileprivate var withEmptyMapsAsLists: JSONValue {
        switch self {
        case .object(let members) where members.isEmpty: []
        case .object(let members): .object(JSONObject(members.map { ($0, $1.withEmptyMapsAsLists) }))
        case .array(let elements): .array(elements.map(\.withEmptyMapsAsLists))
        default: self
        }
    }
}
