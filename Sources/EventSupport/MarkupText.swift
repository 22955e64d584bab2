/// A text in an element or an attribute of XML 1.0 and HTML.
package enum MarkupText {
    /// The text with reserved characters as references, and U+FFFD for characters that XML does not allow.
    package static func escaped(_ text: String) -> String {
        if text.utf8.allSatisfy(isPlain) { return text }
        return text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "\r": "&#13;"  // else it is read as a line end
            case "\t", "\n": String(scalar)
            case "\0"..<" ", "\u{7F}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: String(scalar)
            }
        }.joined()
    }

    /// Whether a byte is part of a character that is written as it is. U+FFFE and U+FFFF begin with 0xEF.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x21, 0x23...0x25, 0x27...0x3B, 0x3D, 0x3F...0x7E, 0x80..<0xEF, 0xF0...: true
        default: false
        }
    }
}
