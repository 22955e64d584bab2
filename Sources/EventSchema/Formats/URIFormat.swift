/// URIs and references (RFC 3986), and with Unicode IRIs (RFC 3987).
struct URIFormat {
    let allowsUnicode: Bool

    func isURI(_ text: String) -> Bool {
        guard let rest = afterScheme(Array(text.unicodeScalars)[...]) else { return false }
        return isRest(rest, allowsColonInFirstSegment: true)
    }

    func isReference(_ text: String) -> Bool {
        if isURI(text) { return true }
        return isRest(Array(text.unicodeScalars)[...], allowsColonInFirstSegment: false)
    }

    private typealias Scalars = ArraySlice<Unicode.Scalar>

    private func afterScheme(_ text: Scalars) -> Scalars? {
        guard let colon = text.firstIndex(of: ":"), let first = text.first, first.isASCIILetter else { return nil }
        let isScheme = text[..<colon].allSatisfy {
            $0.isASCIILetter || $0.isASCIIDigit || "+-.".unicodeScalars.contains($0)
        }
        return isScheme ? text[(colon + 1)...] : nil
    }

    /// Everything behind the scheme.
    private func isRest(_ text: Scalars, allowsColonInFirstSegment: Bool) -> Bool {
        var path = text
        if let mark = path.firstIndex(of: "#") {
            guard isAllowed(path[(mark + 1)...], extra: ":@/?") else { return false }
            path = path[..<mark]
        }
        if let mark = path.firstIndex(of: "?") {
            guard isAllowed(path[(mark + 1)...], extra: ":@/?", allowsPrivate: true) else { return false }
            path = path[..<mark]
        }
        if path.starts(with: ["/", "/"] as [Unicode.Scalar]) {
            let afterSlashes = path.dropFirst(2)
            let end = afterSlashes.firstIndex(of: "/") ?? afterSlashes.endIndex
            guard isAuthority(afterSlashes[..<end]) else { return false }
            path = afterSlashes[end...]
        }
        let firstSegment = path.prefix { $0 != "/" }
        return isAllowed(path, extra: ":@/") && (allowsColonInFirstSegment || !firstSegment.contains(":"))
    }

    private func isAuthority(_ text: Scalars) -> Bool {
        var host = text
        if let at = host.lastIndex(of: "@") {
            guard isAllowed(host[..<at], extra: ":") else { return false }
            host = host[(at + 1)...]
        }
        if host.first == "[" {
            guard let end = host.lastIndex(of: "]"), isIPLiteral(host[(host.startIndex + 1)..<end]) else {
                return false
            }
            return isPort(host[(end + 1)...])
        }
        let end = host.firstIndex(of: ":") ?? host.endIndex
        return isAllowed(host[..<end], extra: "") && isPort(host[end...])
    }

    private func isPort(_ text: Scalars) -> Bool {
        text.isEmpty || (text.first == ":" && text.dropFirst().allSatisfy(\.isASCIIDigit))
    }

    private func isIPLiteral(_ text: Scalars) -> Bool {
        let literal = String(String.UnicodeScalarView(text))
        guard text.first == "v" || text.first == "V" else { return AddressFormat.isIPv6(literal) }
        let parts = text.dropFirst().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return false }
        return parts[0].allSatisfy(\.isASCIIHexDigit) && !parts[1].contains("%")
            && URIFormat(allowsUnicode: false).isAllowed(parts[1], extra: ":")
    }

    /// Whether all are unreserved, sub-delimiters, percent-encoded or one of `extra`.
    private func isAllowed(_ text: Scalars, extra: String, allowsPrivate: Bool = false) -> Bool {
        var index = text.startIndex
        while index < text.endIndex {
            let scalar = text[index]
            if scalar == "%" {
                let digits = text[(index + 1)...].prefix(2)
                guard digits.count == 2, digits.allSatisfy(\.isASCIIHexDigit) else { return false }
                index += 3
                continue
            }
            guard isPlain(scalar, allowsPrivate: allowsPrivate) || extra.unicodeScalars.contains(scalar) else {
                return false
            }
            index += 1
        }
        return true
    }

    private func isPlain(_ scalar: Unicode.Scalar, allowsPrivate: Bool) -> Bool {
        if scalar.isASCII {
            return scalar.isASCIILetter || scalar.isASCIIDigit || "-._~!$&'()*+,;=".unicodeScalars.contains(scalar)
        }
        guard allowsUnicode else { return false }
        switch scalar.value {
        case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: return allowsPrivate
        case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: return true
        case 0x10000...0xDFFFF: return scalar.value & 0xFFFF <= 0xFFFD
        case 0xE1000...0xEFFFD: return true
        default: return false
        }
    }
}

extension Unicode.Scalar {
    var isASCIILetter: Bool { isASCII && UInt8(truncatingIfNeeded: value).isLetter }
    var isASCIIDigit: Bool { isASCII && UInt8(truncatingIfNeeded: value).isDigit }
    var isASCIIHexDigit: Bool { isASCII && UInt8(truncatingIfNeeded: value).isHexDigit }
}
