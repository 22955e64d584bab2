/// How the characters of a body are encoded.
enum CharacterEncoding {
    case utf8
    /// UTF-16 in the order of a byte order mark, otherwise in the likelier one.
    case utf16
    case utf16BigEndian, utf16LittleEndian

    /// The encoding of a charset; `nil` when it is not supported.
    ///
    /// ASCII is a subset of UTF-8. The existing intake takes names that begin with `utf-` only.
    init?(charset: String?, as compatibility: IntakeConfiguration.Compatibility) {
        switch (charset ?? "utf-8", compatibility) {
        case ("utf-8", _), ("utf8", .none), ("us-ascii", .none), ("", .none): self = .utf8
        case ("utf-16", .eventgate): self = .utf16
        case ("utf-16be", .eventgate): self = .utf16BigEndian
        case ("utf-16le", .eventgate): self = .utf16LittleEndian
        default: return nil
        }
    }

    /// The bytes of a body in UTF-8.
    func utf8(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .utf8: return bytes
        case .utf16:
            return (Self.isBigEndian(bytes) ? Self.utf16BigEndian : .utf16LittleEndian).utf8(bytes)
        case .utf16BigEndian, .utf16LittleEndian:
            let (high, low) = self == .utf16BigEndian ? (0, 1) : (1, 0)
            let units = stride(from: 0, to: bytes.count - 1, by: 2).map { place in
                UInt16(bytes[place + high]) << 8 | UInt16(bytes[place + low])
            }
            return Array(String(decoding: units, as: UTF16.self).utf8)
        }
    }

    /// Without a byte order mark, JSON begins with an ASCII character.
    private static func isBigEndian(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 2 && (bytes.starts(with: [0xFE, 0xFF]) || (bytes[0] == 0 && bytes[1] != 0))
    }
}
