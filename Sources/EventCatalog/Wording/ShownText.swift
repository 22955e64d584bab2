extension Unicode.Scalar {
    /// The scalar as a report shows it: control characters, those that change the direction of text, and those that
    /// take no space and join nothing, as an escape.
    package var shown: String {
        switch value {
        case 0x09: "\t"
        case 0...0x1F, 0x7F...0x9F, 0xAD, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x2064,
            0x2066...0x2069, 0xFEFF:
            "\\u{\(String(value, radix: 16))}"
        default: String(self)
        }
    }
}

extension String {
    /// The text with every scalar as a report shows it, on one line.
    package var shown: String {
        utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? self : unicodeScalars.map(\.shown).joined()
    }
}
