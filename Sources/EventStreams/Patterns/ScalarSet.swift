/// A set of Unicode scalars, as a class in a pattern has it.
struct ScalarSet {
    private(set) var ranges: [ClosedRange<UInt32>]

    static let digits = ScalarSet([0x30...0x39])
    static let upperCase = ScalarSet([0x41...0x5A])
    static let lowerCase = ScalarSet([0x61...0x7A])
    static let word = ScalarSet(digits.ranges + upperCase.ranges + lowerCase.ranges + [0x5F...0x5F])
    static let space = ScalarSet([0x09...0x0D, 0x20...0x20])
    static let horizontalSpace = ScalarSet([
        0x09...0x09, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x180E...0x180E, 0x2000...0x200A, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000,
    ])
    static let verticalSpace = ScalarSet([0x0A...0x0D, 0x85...0x85, 0x2028...0x2029])

    /// The sets that `[:name:]` means inside a class.
    static let named: [String: ScalarSet] = [
        "alpha": ScalarSet(upperCase.ranges + lowerCase.ranges),
        "alnum": ScalarSet(digits.ranges + upperCase.ranges + lowerCase.ranges),
        "ascii": ScalarSet([0...0x7F]), "blank": ScalarSet([0x09...0x09, 0x20...0x20]),
        "cntrl": ScalarSet([0...0x1F, 0x7F...0x7F]), "digit": digits, "graph": ScalarSet([0x21...0x7E]),
        "lower": lowerCase, "print": ScalarSet([0x20...0x7E]),
        "punct": ScalarSet([0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]), "space": space, "upper": upperCase,
        "word": word, "xdigit": ScalarSet([0x30...0x39, 0x41...0x46, 0x61...0x66]),
    ]

    init(_ ranges: [ClosedRange<UInt32>]) { self.ranges = ranges }

    init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

    /// The one scalar of a set of one.
    var only: UInt32? { ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil }

    func contains(_ value: UInt32) -> Bool { ranges.contains { $0.contains(value) } }

    /// Every scalar that is not in the set.
    var inverted: ScalarSet {
        var next: UInt32 = 0
        var gaps: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
            next = max(next, range.upperBound + 1)
        }
        if next <= 0x10FFFF { gaps.append(next...0x10FFFF) }
        return ScalarSet(gaps)
    }

    /// The set with the other case of each letter: of all ASCII letters, and of others that stand alone.
    var withBothCases: ScalarSet {
        var both = ranges
        for range in ranges {
            if range.overlaps(0x41...0x5A) { both.append(Self.shifted(range.clamped(to: 0x41...0x5A), by: 0x20)) }
            if range.overlaps(0x61...0x7A) { both.append(Self.shifted(range.clamped(to: 0x61...0x7A), by: -0x20)) }
            guard range.count == 1, range.lowerBound >= 0x80, let letter = Unicode.Scalar(range.lowerBound) else {
                continue
            }
            for mapped in [letter.properties.lowercaseMapping, letter.properties.uppercaseMapping] {
                guard let other = mapped.unicodeScalars.first, mapped.unicodeScalars.count == 1, other != letter
                else { continue }
                both.append(other.value...other.value)
            }
        }
        return ScalarSet(both)
    }

    private static func shifted(_ range: ClosedRange<UInt32>, by distance: Int32) -> ClosedRange<UInt32> {
        UInt32(Int32(range.lowerBound) + distance)...UInt32(Int32(range.upperBound) + distance)
    }

    /// The members as they are written between brackets.
    var members: String {
        ranges.map { range in
            let low = Self.text(range.lowerBound)
            return range.count == 1 ? low : "\(low)-\(Self.text(range.upperBound))"
        }.joined()
    }

    /// A scalar as it is written in or outside brackets: by its number, unless it is a letter or digit of ASCII.
    static func text(_ value: UInt32) -> String {
        guard value < 0x80, word.contains(value), let scalar = Unicode.Scalar(value) else {
            return "\\u{\(String(value, radix: 16))}"
        }
        return String(scalar)
    }
}
