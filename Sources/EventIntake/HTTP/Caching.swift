import EventSchema
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// A response with an entity tag of its body; 304 without the body when `If-None-Match` has the tag (RFC 9110
    /// §13.1.2).
    init(to request: Request, type: String, bytes: [UInt8], headers: HTTPFields) {
        let tag = Self.tag(of: bytes)
        var headers = headers
        headers[.eTag] = tag
        guard !request.matches(entityTag: tag) else {
            self.init(status: .notModified, headers: headers)
            return
        }
        headers[.contentType] = type
        self.init(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The FNV-1a hash of the body, which is the same after a restart.
    private static func tag(of bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "\"\(String(hash, radix: 16))\""
    }
}

extension Request {
    fileprivate func matches(entityTag tag: String) -> Bool {
        let tags = (headers[.ifNoneMatch] ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
        return tags.contains { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }
    }
}
