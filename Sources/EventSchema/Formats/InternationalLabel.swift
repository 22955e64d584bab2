/// A label of a host name as IDNA 2008 allows it (RFC 5891, section 4.2).
struct InternationalLabel {
    /// The label in Unicode.
    let scalars: [Unicode.Scalar]
    /// How many bytes it has in the DNS.
    let asciiLength: Int

    /// How many it may have. Checked first, since to decode a label takes the square of its length.
    private static let maximumLength = 63

    static func hasASCIIPrefix(_ label: String) -> Bool { label.lowercased().hasPrefix("xn--") }

    /// Reads a label in either form.
    init?(_ label: String) {
        if Self.hasASCIIPrefix(label) {
            self.init(asciiLabel: label)
        } else if label.utf8.allSatisfy({ $0 < 0x80 }) {
            guard HostnameFormat.isASCIILabel(Array(label.utf8)), !Self.hasReservedHyphens(Array(label.unicodeScalars))
            else { return nil }
            self.init(scalars: Array(label.unicodeScalars), asciiLength: label.utf8.count)
        } else {
            self.init(unicodeLabel: Array(label.unicodeScalars))
        }
    }

    /// Reads a label in its ASCII form; it must be exactly what its Unicode form encodes to.
    init?(asciiLabel: String) {
        guard asciiLabel.utf8.count <= Self.maximumLength else { return nil }
        let encoded = asciiLabel.lowercased().dropFirst(4)
        guard let decoded = Punycode.decode(String(encoded)), decoded.contains(where: { !$0.isASCII }),
            Punycode.encode(decoded) == String(encoded)
        else { return nil }
        self.init(unicodeLabel: decoded)
    }

    private init(scalars: [Unicode.Scalar], asciiLength: Int) {
        self.scalars = scalars
        self.asciiLength = asciiLength
    }

    private init?(unicodeLabel: [Unicode.Scalar]) {
        guard unicodeLabel.count <= Self.maximumLength,
            let first = unicodeLabel.first, let last = unicodeLabel.last, first != "-", last != "-",
            !Self.hasReservedHyphens(unicodeLabel), !first.isCombiningMark,
            let encoded = Punycode.encode(unicodeLabel)
        else { return nil }
        self.init(scalars: unicodeLabel, asciiLength: "xn--".utf8.count + encoded.utf8.count)
        guard asciiLength <= Self.maximumLength, scalars.indices.allSatisfy(isAllowed), Self.obeyBidiRule([self]) else {
            return nil
        }
    }

    private static func hasReservedHyphens(_ label: [Unicode.Scalar]) -> Bool {
        label.count >= 4 && label[2] == "-" && label[3] == "-"
    }

    private func isAllowed(at index: Int) -> Bool {
        switch scalars[index].idnaStatus {
        case .valid: true
        case .disallowed: false
        case .contextual: isAllowedByContext(at: index)
        }
    }

    /// The rules of RFC 5892, appendix A.
    private func isAllowedByContext(at index: Int) -> Bool {
        let before = index > 0 ? scalars[index - 1] : nil
        let after = index + 1 < scalars.count ? scalars[index + 1] : nil
        switch scalars[index].value {
        case 0x200C: return before?.isVirama == true || isBetweenJoiningLetters(index)
        case 0x200D: return before?.isVirama == true
        case 0xB7: return before == "l" && after == "l"
        case 0x375: return after?.isGreek == true
        case 0x5F3, 0x5F4: return before?.isHebrew == true
        case 0x30FB: return scalars.contains(where: \.isKanaOrHan)
        case 0x660...0x669: return !scalars.contains { (0x6F0...0x6F9).contains($0.value) }
        case 0x6F0...0x6F9: return !scalars.contains { (0x660...0x669).contains($0.value) }
        default: return false
        }
    }

    private func isBetweenJoiningLetters(_ index: Int) -> Bool {
        guard let before = scalars[..<index].last(where: { !$0.isTransparentToJoining }),
            let after = scalars[(index + 1)...].first(where: { !$0.isTransparentToJoining })
        else { return false }
        return before.joinsOnBothSides && (after.joinsOnBothSides || after.joinsBackwards)
    }

    // MARK: - Direction

    /// The rule of RFC 5893, section 2, which holds for every label once one has a letter written from right to left.
    static func obeyBidiRule(_ labels: [InternationalLabel]) -> Bool {
        let classes = labels.map { $0.scalars.map(\.direction) }
        let isBidi = classes.joined().contains { $0 == .rightToLeft || $0 == .arabicNumber }
        return !isBidi || classes.allSatisfy(obeysBidiRule)
    }

    private static func obeysBidiRule(_ classes: [Direction]) -> Bool {
        let last = classes.last { $0 != .mark }
        switch classes.first {
        case .rightToLeft:
            return !classes.contains(.leftToRight) && [.rightToLeft, .number, .arabicNumber].contains(last)
                && !(classes.contains(.number) && classes.contains(.arabicNumber))
        case .leftToRight:
            return !classes.contains(.rightToLeft) && !classes.contains(.arabicNumber)
                && [.leftToRight, .number].contains(last)
        default: return false
        }
    }
}
