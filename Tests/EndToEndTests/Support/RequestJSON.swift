import EventSchema
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The JSON of the response to a GET, or to a POST if there is a body.
func requestJSON(_ url: String, posting body: JSONValue? = nil) async throws -> JSONValue {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.cachePolicy = .reloadIgnoringLocalCacheData
    if let body {
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(body.jsonBytes)
    }
    let (data, _) = try await URLSession.shared.data(for: request)
    return try JSONValue(parsing: [UInt8](data))
}
