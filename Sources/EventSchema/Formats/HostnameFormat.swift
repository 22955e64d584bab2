/// Host names (RFC 1123) and international ones (RFC 5890 to 5893).
enum HostnameFormat {
    private static let maximumNameLength = 253
    private static let maximumLabelLength = 63

    /// Whether the text is a host name of ASCII. Labels that begin with `xn--` must stand for a label that IDNA allows.
    static func isHostname(_ text: String) -> Bool {
        guard text.utf8.count <= maximumNameLength else { return false }
        let labels = text.utf8.split(separator: ascii("."), omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            guard isASCIILabel(label) else { return false }
            let name = String(decoding: Array(label), as: UTF8.self)
            return !InternationalLabel.hasASCIIPrefix(name) || InternationalLabel(asciiLabel: name) != nil
        }
    }

    /// Whether the text is a host name in which labels may be of any script.
    static func isInternationalHostname(_ text: String) -> Bool {
        // RFC 3490, section 3.1: three more characters separate labels.
        let separators: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
        let labels = text.unicodeScalars.split(omittingEmptySubsequences: false) { separators.contains($0) }
        let checked = labels.compactMap { InternationalLabel(String($0)) }
        guard checked.count == labels.count else { return false }
        let length = checked.reduce(checked.count - 1) { $0 + $1.asciiLength }
        return length <= maximumNameLength && InternationalLabel.obeyBidiRule(checked)
    }

    /// Letters, digits and inner hyphens.
    static func isASCIILabel(_ label: some BidirectionalCollection<UInt8>) -> Bool {
        (1...maximumLabelLength).contains(label.count) && label.first != ascii("-") && label.last != ascii("-")
            && label.allSatisfy { $0.isDigit || $0 == ascii("-") || ($0 < 0x80 && $0.isLetter) }
    }
}
