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
    /// How long the body itself is.
    let count: Int

    /// What is stored of a body.
    init(sealing body: [UInt8], _ cipher: EventCipher?) throws {
        let packed = body.count > Self.packingThreshold ? Deflation.compressed(body, .raw) : nil
        let isShorter = packed.map { $0.count < body.count } == true
        let kept = isShorter ? packed ?? body : body
        (bytes, isPacked, count) = (try cipher?.seal(kept) ?? kept, isShorter, body.count)
    }

    /// What a row of the table has.
    init(_ row: Row) {
        bytes = Array(row["body"] as Data)
        isPacked = EventFlags(rawValue: row["flags"]).contains(.packed)
        count = row["size"] ?? bytes.count
    }

    /// The body without its packing, or, where only the cipher could open it, what stands in the table.
    var unpacked: [UInt8] { (isPacked ? Deflation.expanded(bytes, .raw, count: count) : nil) ?? bytes }

    /// The body itself.
    ///
    /// - Throws: what the cipher throws, and ``StoreError`` when it cannot be unpacked.
    func opened(_ cipher: EventCipher?) throws -> [UInt8] {
        let kept = try cipher?.open(bytes) ?? bytes
        guard isPacked else { return kept }
        guard let body = Deflation.expanded(kept, .raw, count: count) else {
            throw StoreError(
                .notADatabase, description: "the body of an event cannot be unpacked; it is damaged or sealed")
        }
        return body
    }
}
