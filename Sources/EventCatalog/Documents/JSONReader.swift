import EventSchema
import EventSupport

/// Reads JSON. A repeated name is a finding, and the first of the members counts, as in YAML; another mistake ends the
/// reading.
struct JSONReader {
    let value: JSONValue
    /// The text with blanks in place of the repeated members.
    let bytes: [UInt8]
    let findings: [CatalogFinding]

    /// The maximum number of repeated names that are reported; the text is read once for each.
    private static let maximumRepeatedNames = 100

    /// Reads the text of a YAML file if it is JSON: the parser of YAML refuses some JSON, such as a character in two
    /// escapes (`\ud83d\ude00`) and names of more than 1024 bytes.
    ///
    /// - Returns: `nil` if it is not JSON. It costs little then: YAML that people write differs in its first bytes.
    static func read(ifJSON text: SourceText) -> JSONReader? {
        guard let first = text.bytes.first(where: { $0 > 0x20 }), "{[\"".utf8.contains(first) else { return nil }
        do { return try read(text) } catch { return nil }
    }

    /// - Throws: ``CatalogError`` when the text is not JSON.
    static func read(_ text: SourceText) throws(CatalogError) -> JSONReader {
        var bytes = text.bytes
        var findings: [CatalogFinding] = []
        while true {
            do {
                return JSONReader(value: try JSONValue(parsing: bytes), bytes: bytes, findings: findings)
            } catch {
                let place = TextPosition(of: error.offset, in: text.bytes).location(in: text)
                guard error.code == .duplicateName, let member = JSONOffsets.member(at: error.offset, in: bytes) else {
                    throw CatalogError(
                        findings + [
                            CatalogFinding(
                                .invalidSyntax, place, "Not JSON: \(error.message).", remedy: "Correct the JSON text.")
                        ])
                }
                findings.add(
                    .duplicateKey, place, "Given more than once in the same map: \(member.name).",
                    remedy: "Keep one of them.")
                guard findings.count < maximumRepeatedNames else { throw CatalogError(findings) }
                for offset in member.range where bytes[offset] > 0x20 { bytes[offset] = UInt8(ascii: " ") }
            }
        }
    }
}
