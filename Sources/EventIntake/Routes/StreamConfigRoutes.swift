import EventSchema
import EventStreams
import HTTPTypes
import Hummingbird

/// `GET /w/api.php?action=streamconfigs`: the stream configuration API.
struct StreamConfigRoutes: Sendable {
    let streams: StreamConfigurations

    func add(to router: Router<BasicRequestContext>) {
        router.get("w/api.php") { request, _ in answer(request) }
    }

    private func answer(_ request: Request) -> Response {
        let query = request.uri.queryParameters
        guard query["action"] == "streamconfigs" else {
            return .json(
                ["error": ["code": "badvalue", "info": "The only action here is streamconfigs."]],
                headers: Self.headers(errorCode: "badvalue"))
        }
        let response = StreamConfigurationsRequest(
            streams: query["streams"].map(String.init), constraints: query["constraints"].map(String.init),
            formatVersion: query["formatversion"].map(String.init), allSettings: query["all_settings"] != nil
        ).response(from: streams)
        var headers = Self.headers(errorCode: response.errorCode)
        headers[.cacheControl] = response.cacheControl
        return .json(response.body, headers: headers)
    }

    /// The API framework names its errors, which come with status 200, in a header.
    private static func headers(errorCode: String?) -> HTTPFields {
        var headers = HTTPFields()
        if let errorCode, let name = HTTPField.Name("MediaWiki-API-Error") { headers[name] = errorCode }
        return headers
    }
}
