import EventSupport
import EventSchema
import Foundation
import GRDB

/// The body of an event as the table has it: a long one is packed (RFC 1951), and then everything is sealed, if the app
/// gave a cipher.
///
/// Rows of up to this length share a page well. Of longer ones too few fit, so that half of what is written could be
/// empty space; packed they are short again.
struct StoredBody {
    /// Up to how many bytes a body stays as it is, so that it can be read in the file with any tool.
    static let packingThreshold = 960

    /// What stands in the table.
    let bytes: [UInt8]
    /// Whether it was packed, before it was sealed.
    let isPacked: Bool
    /// Whether the app's cipher has sealed it.
    let isSealed: Bool
    /// How long the body itself is.
    let count: Int

    /// What is stored of a body.
    init(sealing body: [UInt8], _ cipher: EventCipher?) throws {
        let packed = body.count > Self.packingThreshold ? Deflation.compressed(body, .raw) : nil
        let isShorter = packed.map { $0.count < body.count } == true
        let kept = isShorter ? packed ?? body : body
        bytes = try cipher?.seal(kept) ?? kept
        (isPacked, isSealed, count) = (isShorter, cipher != nil, body.count)
    }

    /// What a row of the table has.
    init(_ row: Row) throws {
        bytes = Array(try row.value("body") as Data)
        let flags = EventFlags(rawValue: try row.value("flags"))
        (isPacked, isSealed) = (flags.contains(.packed), flags.contains(.sealed))
        count = try row.countIfAny("size") ?? bytes.count
    }

    /// The body, or, where only the cipher could open it, what stands in the table.
    ///
    /// - Throws: ``StoreError`` when it is damaged: it cannot be unpacked, or is no JSON any more.
    func readable() throws -> [UInt8] {
        guard !isSealed else { return bytes }
        let body = try opened(nil)
        do { _ = try JSONValue(parsing: body) } catch {
            throw StoreError(.notADatabase, description: "the body of an event is no JSON any more: \(error)")
        }
        return body
    }

    /// The body itself.
    ///
    /// - Throws: what the cipher throws, and ``StoreError`` when there is no cipher or it cannot be unpacked.
    func opened(_ cipher: EventCipher?) throws -> [UInt8] {
        guard !isSealed || cipher != nil else {
            throw StoreError(
                .unavailable, description: "an event is sealed; give the store the cipher that has sealed it")
        }
        let kept = try cipher?.open(bytes) ?? bytes
        guard isPacked else { return kept }
        guard let body = Deflation.expanded(kept, .raw, count: count) else {
            throw StoreError(
                .notADatabase,
                description: "the body of an event cannot be unpacked; it is damaged, or was sealed by another cipher")
        }
        return body
    }
}
