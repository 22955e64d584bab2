import EventSchema
import EventStreams
import HTTPTypes
import Hummingbird

/// `GET /w/api.php?action=streamconfigs`, the stream configuration API.
struct StreamConfigurationsRoute: Sendable {
    let streams: StreamConfigurations?

    func add(to router: Router<BasicRequestContext>) {
        router.get("/w/api.php") { request, _ in answer(request) }
    }

    func answer(_ request: Request) -> Response {
        let parameters = request.uri.queryParameters
        guard parameters.get("action") == "streamconfigs" else {
            let info = "Unrecognized value for parameter \"action\": \(parameters.get("action") ?? "")."
            return Response(
                .ok, json: ["error": ["code": "badvalue", "info": .string(info)]],
                headers: HTTPFields().adding(apiError: "badvalue"))
        }
        let response = StreamConfigurationsRequest(
            streams: parameters.get("streams"), constraints: parameters.get("constraints"),
            formatVersion: parameters.get("formatversion"), allSettings: parameters.get("all_settings") != nil
        ).response(from: streams ?? StreamConfigurations(streams: [:]))
        let headers: HTTPFields = [.cacheControl: response.cacheControl]
        return Response(.ok, json: response.body, headers: headers.adding(apiError: response.errorCode))
    }
}

extension HTTPFields {
    /// These fields and the one that names the error of an answer whose status says nothing of it.
    fileprivate func adding(apiError code: String?) -> HTTPFields {
        var fields = self
        if let code, let name = HTTPField.Name("MediaWiki-API-Error") { fields[name] = code }
        return fields
    }
}
