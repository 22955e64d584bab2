import EventSchema
import EventSupport
import HTTPTypes
import Hummingbird
import NIOCore

/// Reads the events of a request.
struct EventBody: Sendable {
    /// The maximum size of a body in bytes, both as received and decompressed.
    let maximumBytes: Int

    /// The events in the body of a `POST`.
    func events(in request: Request) async throws(EventBodyError) -> [JSONValue] {
        // A body of any other content type counts as empty, whatever its size.
        guard request.hasEventContent else { throw .empty }
        let packed = try await bytes(of: request)
        try request.checkCharset()
        let bytes = try unpacked(packed, request)
        // White space counts as an empty body, not as malformed JSON.
        guard !bytes.allSatisfy(Self.whiteSpace.contains) else { throw .empty }
        return try Self.events(in: bytes)
    }

    /// The event in the query of a `GET`.
    static func event(in query: QueryParameters) throws(EventBodyError) -> [JSONValue] {
        guard let text = query.text("event") else { throw .empty }
        let events = try events(in: Array(text.utf8))
        guard events.count == 1 else { throw .malformed("a GET must have one event, not \(events.count)") }
        return events
    }

    /// The white space of JSON (RFC 8259 §2).
    private static let whiteSpace = Set(" \t\r\n".utf8)

    private func bytes(of request: Request) async throws(EventBodyError) -> [UInt8] {
        // A body whose declared length is over the limit is refused before it is received.
        guard request.headers.declaredBytes <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
        do {
            return Array(buffer: try await request.body.collect(upTo: maximumBytes))
        } catch is NIOTooManyBytesError {
            throw .tooLarge(limit: maximumBytes)
        } catch {
            throw .interrupted
        }
    }

    private func unpacked(_ bytes: [UInt8], _ request: Request) throws(EventBodyError) -> [UInt8] {
        let encoding = request.headers[.contentEncoding]?.lowercased().filter { $0 != " " } ?? "identity"
        guard encoding != "identity", !encoding.isEmpty, !bytes.isEmpty else { return bytes }
        guard ["gzip", "x-gzip", "deflate"].contains(encoding) else { throw .unknownEncoding(encoding) }
        return try Self.expanded(bytes, atMost: maximumBytes, encoding)
    }

    /// Decompresses a body.
    static func expanded(
        _ bytes: [UInt8], atMost limit: Int, _ encoding: String
    ) throws(EventBodyError) -> [UInt8] {
        do {
            return try Deflation.expanded(bytes, atMost: limit)
        } catch {
            switch error {
            case .tooLarge: throw .tooLarge(limit: limit)
            case .corrupt: throw .corrupt(encoding)
            }
        }
    }

    static func events(in bytes: [UInt8]) throws(EventBodyError) -> [JSONValue] {
        let value: JSONValue
        do { value = try parsed(bytes) } catch { throw .malformed(error.description) }
        switch value {
        case .object(let members) where members.isEmpty: throw .empty
        case .array(let events) where events.isEmpty: throw .empty
        case .object: return [value]
        case .array(let events): return events
        default: throw .malformed("an event or an array of events is expected, this is of type \(value.typeName)")
        }
    }
}

extension HTTPFields {
    /// The value of `Content-Length`; 0 when it is missing or invalid.
    var declaredBytes: Int { self[.contentLength].flatMap { UInt64($0) }.map { Int(clamping: $0) } ?? 0 }
}

extension Request {
    /// The content type without its parameters, in lower case.
    private var mediaType: String {
        (headers[.contentType]?.prefix { $0 != ";" }.lowercased() ?? "").filter { $0 != " " }
    }

    /// Whether the content type is one that events are read from. Beacons send `text/plain`.
    fileprivate var hasEventContent: Bool {
        ["application/json", "text/plain", "application/reports+json"].contains(mediaType)
    }

    /// Refuses every charset except UTF-8 and ASCII, a subset of UTF-8.
    fileprivate func checkCharset() throws(EventBodyError) {
        let parameters = (headers[.contentType] ?? "").lowercased().split(separator: ";").dropFirst()
        for parameter in parameters.map({ $0.filter { !" \"".contains($0) } }) where parameter.hasPrefix("charset=") {
            let name = parameter.dropFirst("charset=".count)
            guard ["utf-8", "utf8", "us-ascii", ""].contains(name) else { throw .unknownCharset(String(name)) }
        }
    }
}

    /// The body as JavaScript reads it, so that odd text in one event does not refuse the others: bytes that are not
    /// UTF-8 become U+FFFD, too.
    private static func parsed(_ bytes: [UInt8]) throws(JSONParseError) -> JSONValue {
        do throws(JSONParseError) {
            return try JSONValue(parsingLeniently: bytes)
        } catch {
            guard error.reason == .invalidUTF8 else { throw error }
            return try JSONValue(parsingLeniently: Array(String(decoding: bytes, as: UTF8.self).utf8))
        }
    }
