import EventSchema
import EventStreams
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
    /// The target of faults that the request belongs to; `nil` when no fault applies to it.
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

    /// `true` if the console sends the request: its page adds a header, which a page of another origin cannot.
    var isOfConsole: Bool { HTTPField.Name("X-Event-Console").map { headers[$0] != nil } ?? false }

    /// The names of the requested streams; `nil` for all.
    var requestedStreams: [String]? {
        let prefix = "/v1/stream-configs/"
        if uri.path.hasPrefix(prefix) {
            let names = String(uri.path.dropFirst(prefix.count))
            return (names.removingPercentEncoding ?? names).split { ",|".contains($0) }.map(String.init)
        }
        return QueryParameters(self)["streams"]?.split(separator: "|").map(String.init)
    }

    /// The request without the headers that could make the response 304.
    var unconditional: Request {
        var head = head
        head.headerFields[.ifNoneMatch] = nil
        head.headerFields[.ifModifiedSince] = nil
        return Request(head: head, body: body)
    }

    /// Reads the events and keeps the body for the route. Empty when the body has no events, which the route reports.
    mutating func collectEvents(_ body: EventBody) async throws(EventBodyError) -> [JSON] {
        if method == .post {
            do {
                _ = try await collectBody(upTo: body.maximumBytes)
            } catch is NIOTooManyBytesError {
                throw .tooLarge(limit: body.maximumBytes)
            } catch {
                throw .interrupted
            }
        }
        do {
            return method == .post ? try await body.events(in: self) : try EventBody.event(in: QueryParameters(self))
        } catch {
            return []  // the route reads the body again and reports the error
        }
    }

    /// The request with other events in its body.
    func replacingEvents(_ events: [JSON]) -> Request {
        guard method == .post else { return self }
        var builder = JSONBuilder()
        builder.beginArray()
        for event in events { builder.value(event) }
        builder.endArray()
        let bytes = builder.bytes
        var head = head
        head.headerFields[.contentLength] = "\(bytes.count)"
        head.headerFields[.contentEncoding] = nil
        return Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: bytes)))
    }
}
