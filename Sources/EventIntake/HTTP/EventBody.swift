import EventSchema
import EventSupport
import HTTPTypes
import Hummingbird
import NIOCore

/// Reads the events of a request.
struct EventBody: Sendable {
    /// The maximum size of a body in bytes, both as received and decompressed.
    let maximumBytes: Int
    /// The maximum number of events in a body.
    private let maximumEvents: Int
    /// Whose rules decide which bodies can be read.
    let compatibility: IntakeConfiguration.Compatibility

    init(_ configuration: IntakeConfiguration) {
        (maximumBytes, compatibility) = (configuration.maximumBodyBytes, configuration.compatibility)
        // The existing intake has no such limit.
        maximumEvents = compatibility == .eventgate ? .max : configuration.maximumRequestEvents
    }

    /// The events in the body of a `POST`.
    func events(in request: Request) async throws(EventBodyError) -> [JSON] {
        // A body of any other content type counts as empty, whatever its size.
        guard let type = contentType(of: request), type.holdsEvents else { throw .empty }
        let packed = try await bytes(of: request)
        guard let encoding = CharacterEncoding(charset: type.charset, as: compatibility) else {
            throw .unknownCharset(type.charset ?? "")
        }
        let bytes = encoding.utf8(try decompressed(packed, request))
        guard !bytes.allSatisfy(Self.whiteSpace.contains) else { throw blankBodyError(bytes) }
        return try Self.events(in: bytes, atMost: maximumEvents)
    }

    private func contentType(of request: Request) -> ContentType? {
        let field = request.headers[.contentType] ?? ""
        return switch compatibility {
        case .none: ContentType(field)
        case .eventgate: ContentType(strictly: field)
        }
    }

    /// White space counts as an empty body; to the existing intake it is malformed JSON.
    private func blankBodyError(_ bytes: [UInt8]) -> EventBodyError {
        compatibility == .eventgate && !bytes.isEmpty ? .malformed("it is blank") : .empty
    }

    /// The event in the query of a `GET`.
    static func event(in query: QueryParameters) throws(EventBodyError) -> [JSON] {
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

    private func decompressed(_ bytes: [UInt8], _ request: Request) throws(EventBodyError) -> [UInt8] {
        let encoding = request.headers[.contentEncoding]?.lowercased().filter { $0 != " " } ?? "identity"
        guard encoding != "identity", !encoding.isEmpty, !bytes.isEmpty else { return bytes }
        switch (encoding, compatibility) {
        case ("gzip", .none), ("x-gzip", .none), ("deflate", .none):
            return try Self.decompressed(bytes, atMost: maximumBytes, encoding)
        case ("gzip", .eventgate): return try Self.decompressed(bytes, as: .gzip, atMost: maximumBytes, encoding)
        case ("deflate", .eventgate): return try Self.decompressed(bytes, as: .zlib, atMost: maximumBytes, encoding)
        default: throw .unknownEncoding(encoding)
        }
    }

    /// Decompresses a body; `format` is the only format that is accepted, or `nil` for any.
    static func decompressed(
        _ bytes: [UInt8], as format: Deflation.Format? = nil, atMost limit: Int, _ encoding: String
    ) throws(EventBodyError) -> [UInt8] {
        do {
            return try Deflation.decompressed(bytes, as: format, atMost: limit)
        } catch {
            switch error {
            case .tooLarge: throw .tooLarge(limit: limit)
            case .corrupt: throw .corrupt(encoding)
            }
        }
    }

    static func events(in bytes: [UInt8], atMost limit: Int = .max) throws(EventBodyError) -> [JSON] {
        let value: JSON
        do { value = try parsed(bytes) } catch { throw .malformed(error.description) }
        switch value.kind {
        case .object where value.members.isEmpty: throw .empty
        case .array where value.elements.isEmpty: throw .empty
        case .object: return [value]
        case .array where value.elements.count > limit:
            throw .tooManyEvents(value.elements.count, limit: limit)
        case .array: return Array(value.elements)
        default:
            let type = JSONValue(value).typeName
            throw .malformed("an event or an array of events is expected, this is of type \(type)")
        }
    }

    /// The body as JavaScript reads it, so that odd text in one event does not refuse the others: bytes that are not
    /// UTF-8 become U+FFFD, too.
    private static func parsed(_ bytes: [UInt8]) throws(JSONParseError) -> JSON {
        do throws(JSONParseError) {
            return try JSON(parsing: bytes, options: .lenient)
        } catch {
            guard error.code == .invalidUTF8 else { throw error }
            return try JSON(parsing: String(decoding: bytes, as: UTF8.self), options: .lenient)
        }
    }
}

extension HTTPFields {
    /// The value of `Content-Length`; 0 when it is missing or invalid.
    var declaredBytes: Int { self[.contentLength].flatMap { UInt64($0) }.map { Int(clamping: $0) } ?? 0 }
}
