import EventSchema
import EventStreams
import Foundation
import HTTPTypes
import Hummingbird

/// `GET /w/api.php?action=streamconfigs`, the stream configuration API, and `GET /v1/stream-configs/{names}`, which
/// responds with the bare map.
struct StreamConfigurationsRoute: Sendable {
    /// The streams that are served when a request arrives.
    let streams: @Sendable () -> StreamConfigurations

    var endpoints: [Endpoint] {
        let map: JSONValue = ["type": "object", "additionalProperties": ["type": "object"]]
        return [
            Endpoint(
                method: .get, path: "/w/api.php", summary: "The stream configuration API.",
                parameters: Self.parameters,
                responses: [
                    .json(200, "The streams, or an error, whose code is in the header MediaWiki-API-Error."),
                    .init(status: 304, summary: "Not modified."),
                ]
            ) { request, _ in response(to: request) },
            Endpoint(
                method: .get, path: "/v1/stream-configs", summary: "The settings of all streams, by name.",
                responses: [.json(200, "The settings.", map), .init(status: 304, summary: "Not modified.")]
            ) { request, _ in bareMap(nil, request) },
            Endpoint(
                method: .get, path: "/v1/stream-configs/{names}", summary: "The settings of some streams, by name.",
                parameters: [.init(name: "names", place: .path, summary: "Names, separated by , or |.")],
                responses: [.json(200, "The settings.", map), .init(status: 304, summary: "Not modified.")]
            ) { request, context in bareMap(context.pathParameter("names"), request) },
        ]
    }

    private func response(to request: Request) -> Response {
        let query = QueryParameters(request)
        guard query["action"] == "streamconfigs" else {
            let info = "Unrecognized value for parameter \"action\": \(query["action"] ?? "")."
            return Response(
                .ok, json: ["error": ["code": "badvalue", "info": .string(info)]],
                headers: HTTPFields().adding(apiError: "badvalue"))
        }
        let response = StreamConfigurationsRequest(
            streams: query["streams"], constraints: query["constraints"],
            formatVersion: query["formatversion"], allSettings: query["all_settings"] != nil
        ).response(from: streams())
        return send(response.body, response, request)
    }

    private func bareMap(_ names: String?, _ request: Request) -> Response {
        let names = names?.split { ",|".contains($0) }.joined(separator: "|")
        let response = StreamConfigurationsRequest(streams: names).response(from: streams())
        return send(response.body["streams"] ?? response.body, response, request)
    }

    private func send(_ body: JSONValue, _ response: StreamConfigurationsResponse, _ request: Request) -> Response {
        let headers: HTTPFields = [.cacheControl: response.cacheControl]
        guard response.errorCode == nil else {  // an error must not be cached, so it has no entity tag
            return Response(.ok, json: body, headers: headers.adding(apiError: response.errorCode))
        }
        return Response(
            to: request, type: "application/json; charset=utf-8", bytes: body.jsonBytes,
            headers: headers)
    }

    private static let parameters: [Endpoint.Parameter] = [
        .init(
            name: "action", place: .query, summary: "The only supported action.",
            schema: ["type": "string", "enum": ["streamconfigs"]]),
        .init(name: "format", place: .query, summary: "Ignored: the response is always JSON."),
        .init(name: "streams", place: .query, summary: "Names joined by |, at most 250; without it, all streams."),
        .init(name: "constraints", place: .query, summary: "key=value or key[sub]=value, joined by |; all must hold."),
        .init(name: "formatversion", place: .query, summary: "2 or latest."),
        .init(name: "all_settings", place: .query, summary: "Deprecated: all settings are always included."),
    ]
}

extension HTTPFields {
    /// These fields and the header with the error code, since the status of an error is 200.
    fileprivate func adding(apiError code: String?) -> HTTPFields {
        var fields = self
        if let code, let name = HTTPField.Name("MediaWiki-API-Error") { fields[name] = code }
        return fields
    }
}

extension IntakeRequestContext {
    /// A decoded path parameter; empty when it is missing.
    func pathParameter(_ name: String) -> String {
        let text = parameters.get(name) ?? ""
        return text.removingPercentEncoding ?? text
    }

    /// The decoded rest of the path that `{name*}` matched.
    var pathRest: String {
        let text = parameters.getCatchAll().joined(separator: "/")
        return text.removingPercentEncoding ?? text
    }
}
