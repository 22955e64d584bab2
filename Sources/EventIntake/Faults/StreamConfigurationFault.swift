import EventSchema
import HTTPTypes
import Hummingbird
import NIOCore

/// Applies the faults `broken` and `missing` to a response with stream configurations.
///
/// For all streams, `broken` cuts the text in half, which is not valid JSON, and `missing` removes every stream. For
/// some streams, `broken` replaces their settings with a string, and `missing` removes them.
struct StreamConfigurationFault {
    private let fault: Fault
    private let destination: (String) -> String?

    init(_ fault: Fault, destination: @escaping (String) -> String?) {
        self.fault = fault
        self.destination = destination
    }

    func applied(to response: Response) async throws -> Response {
        let bytes = try await response.body.collected()
        var headers = response.headers
        headers[.eTag] = nil
        headers[.contentLength] = nil
        headers[.cacheControl] = "no-store"
        return Response(
            status: response.status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: damaged(bytes))))
    }

    private func damaged(_ bytes: [UInt8]) -> [UInt8] {
        let appliesToAll = fault.streams.isEmpty && fault.destination == nil
        if fault.kind == .broken, appliesToAll { return Array(bytes.prefix(bytes.count / 2)) }
        let document: JSONValue
        do {
            document = try JSONValue(parsing: bytes)
        } catch {
            return bytes  // not a response with streams
        }
        guard case .object(var fields) = document else { return bytes }
        // The PHP API has the map under `streams`, the intake's own route returns it directly.
        if let streams = fields["streams"]?.object {
            fields["streams"] = .object(damaged(streams))
        } else if fields["error"] == nil {
            fields = damaged(fields)
        }
        return JSONValue.object(fields).jsonBytes
    }

    private func damaged(_ streams: JSONObject) -> JSONObject {
        var kept = JSONObject()
        for (name, settings) in streams {
            switch (fault.applies(toStream: name, destination: destination(name)), fault.kind) {
            case (false, _): kept[name] = settings
            case (true, .missing): break
            case (true, _): kept[name] = "broken by a fault on command"
            }
        }
        return kept
    }
}
