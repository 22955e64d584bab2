import EventSchema
import EventStreams
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
    /// Which faults a request may meet.
    var faultTarget: Fault.Target? {
        guard [.get, .post, .head].contains(method) else { return nil }
        switch uri.path {
        case "/v1/events", "/v2/events": return .events
        case "/w/api.php": return .streamConfigs
        case let path where path.hasPrefix("/v1/stream-configs"): return .streamConfigs
        case let path where path.hasPrefix("/schemas/"): return .schemas
        default: return nil
        }
    }

    /// The names of the streams that are asked for; `nil` for all.
    var askedStreams: [String]? {
        if uri.path.hasPrefix("/v1/stream-configs/") {
            let names = uri.path.dropFirst("/v1/stream-configs/".count)
            return names.split { $0 == "," || $0 == "|" }.map { $0.removingPercentEncoding ?? String($0) }
        }
        return uri.queryParameters.get("streams")?.split(separator: "|").map(String.init)
    }

    /// The request without the conditions under which it would be answered with 304.
    var unconditional: Request {
        var head = head
        head.headerFields[.ifNoneMatch] = nil
        head.headerFields[.ifModifiedSince] = nil
        return Request(head: head, body: body)
    }

    /// Reads the events, and keeps the body for the route. What is no event is left to the route to refuse.
    mutating func collectEvents(upTo limit: Int) async throws(UnreadableBody) -> [JSONValue] {
        if method != .post { return Self.events(in: Array((uri.queryParameters.get("event") ?? "").utf8)) }
        do {
            return Self.events(in: Array(buffer: try await collectBody(upTo: limit)))
        } catch is NIOTooManyBytesError {
            throw .tooLarge(limit: limit)
        } catch {
            throw .interrupted
        }
    }

    private static func events(in bytes: [UInt8]) -> [JSONValue] {
        do {
            let value = try JSONValue(parsing: bytes)
            return value.array ?? [value]
        } catch {
            return []
        }
    }

    /// The request with other events in its body.
    func bringing(_ events: [JSONValue]) -> Request {
        guard method == .post else { return self }
        let bytes = JSONValue.array(events).jsonBytes
        var head = head
        head.headerFields[.contentLength] = "\(bytes.count)"
        head.headerFields[.contentEncoding] = nil
        return Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: bytes)))
    }
}
