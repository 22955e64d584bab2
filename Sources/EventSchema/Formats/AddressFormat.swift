/// Internet addresses (RFC 2673, section 3.2, and RFC 4291, section 2.2).
enum AddressFormat {
    static func isIPv4(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { isByte($0) }
    }

    private static func isByte(_ text: Substring) -> Bool {
        let digits = text.utf8
        guard (1...3).contains(digits.count), digits.allSatisfy(\.isDigit), let value = Int(text) else { return false }
        return value <= 255 && (digits.count == 1 || digits.first != ascii("0"))
    }

    static func isIPv6(_ text: String) -> Bool {
        let halves = splitAtDoubleColons(text)
        switch halves.count {
        case 1: return groupCount(of: halves[0], mayEndInIPv4: true) == 8
        case 2:
            guard let before = groupCount(of: halves[0], mayEndInIPv4: false),
                let after = groupCount(of: halves[1], mayEndInIPv4: true)
            else { return false }
            return before + after <= 7
        default: return false
        }
    }

    private static func splitAtDoubleColons(_ text: String) -> [[UInt8]] {
        var parts: [[UInt8]] = [[]]
        let bytes = Array(text.utf8)
        var offset = 0
        while offset < bytes.count {
            if bytes[offset] == ascii(":"), offset + 1 < bytes.count, bytes[offset + 1] == ascii(":") {
                parts.append([])
                offset += 2
            } else {
                parts[parts.count - 1].append(bytes[offset])
                offset += 1
            }
        }
        return parts
    }

    /// How many 16-bit groups a colon-separated list has; `nil` when it is none.
    private static func groupCount(of bytes: [UInt8], mayEndInIPv4: Bool) -> Int? {
        guard !bytes.isEmpty else { return 0 }
        let groups = bytes.split(separator: ascii(":"), omittingEmptySubsequences: false)
        var count = 0
        for (index, group) in groups.enumerated() {
            if (1...4).contains(group.count), group.allSatisfy(\.isHexDigit) {
                count += 1
            } else if mayEndInIPv4, index == groups.count - 1, isIPv4(String(decoding: group, as: UTF8.self)) {
                count += 2
            } else {
                return nil
            }
        }
        return count
    }
}
