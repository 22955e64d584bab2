/// Mail addresses (RFC 5321, section 4.1.2; with RFC 6531 the international ones).
enum EmailFormat {
    static func isAddress(_ text: String, isInternational: Bool) -> Bool {
        guard let at = text.utf8.lastIndex(of: ascii("@")) else { return false }
        let local = text[..<at]
        let domain = text[text.utf8.index(after: at)...]
        guard isLocalPart(local, isInternational), local.utf8.count <= 64 else { return false }
        if domain.utf8.first == ascii("["), domain.utf8.last == ascii("]") {
            return isAddressLiteral(domain.dropFirst().dropLast())
        }
        return isInternational
            ? HostnameFormat.isInternationalHostname(String(domain)) : HostnameFormat.isHostname(String(domain))
    }

    private static func isLocalPart(_ text: Substring, _ isInternational: Bool) -> Bool {
        let bytes = Array(text.utf8)
        if bytes.count >= 2, bytes.first == ascii("\""), bytes.last == ascii("\"") {
            return isQuoted(bytes.dropFirst().dropLast(), isInternational)
        }
        let atoms = bytes.split(separator: ascii("."), omittingEmptySubsequences: false)
        return atoms.allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy { isAtomByte($0) || (isInternational && $0 >= 0x80) }
        }
    }

    private static func isAtomByte(_ byte: UInt8) -> Bool {
        byte.isDigit || (byte < 0x80 && byte.isLetter) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }

    private static func isQuoted(_ bytes: ArraySlice<UInt8>, _ isInternational: Bool) -> Bool {
        var isEscaped = false
        for byte in bytes {
            guard (0x20...0x7E).contains(byte) || (isInternational && byte >= 0x80) else { return false }
            if isEscaped {
                isEscaped = false
            } else if byte == ascii("\\") {
                isEscaped = true
            } else if byte == ascii("\"") {
                return false
            }
        }
        return !isEscaped
    }

    private static func isAddressLiteral(_ text: Substring) -> Bool {
        guard text.lowercased().hasPrefix("ipv6:") else { return AddressFormat.isIPv4(String(text)) }
        return AddressFormat.isIPv6(String(text.dropFirst(5)))
    }
}
