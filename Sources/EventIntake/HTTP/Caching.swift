import EventSchema
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// An answer with an entity tag of its body, without the body when the request says that it is known already
    /// (RFC 9110 §13.1.2).
    init(to request: Request, type: String, bytes: [UInt8], headers: HTTPFields) {
        let tag = Self.tag(of: bytes)
        var headers = headers
        headers[.eTag] = tag
        guard !request.knows(tag) else {
            self.init(status: .notModified, headers: headers)
            return
        }
        headers[.contentType] = type
        self.init(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The same bytes have the same tag, also after a restart: their FNV-1a hash.
    private static func tag(of bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "\"\(String(hash, radix: 16))\""
    }
}

extension Request {
    fileprivate func knows(_ tag: String) -> Bool {
        let tags = (headers[.ifNoneMatch] ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
        return tags.contains { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }
    }
}
