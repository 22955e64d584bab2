import Foundation

/// The place of a name in an alphabet, as `localeCompare` of JavaScript has it without a language: marks, digits,
/// letters; the case counts only between names that are otherwise the same, and small letters come first.
struct AlphabeticKey: Comparable {
    private let name: String
    private let isPlain: Bool

    init(_ name: String) {
        self.name = name
        isPlain = name.utf8.allSatisfy { $0 < 0x80 }
    }

    static func < (left: AlphabeticKey, right: AlphabeticKey) -> Bool {
        guard left.isPlain, right.isPlain else { return CollationLevels(left.name) < CollationLevels(right.name) }
        return PlainCollation.isInOrder(left.name.utf8, right.name.utf8)
    }
}

/// The order of names of ASCII, which have no accents. It needs no memory, and nearly all names are such.
enum PlainCollation {
    /// The place of each character, without regard to its case.
    private static let places = (UInt8(0)..<0x80).map { byte in
        CollationLevels.marks[Unicode.Scalar(byte)] ?? CollationLevels.place(of: isCapital(byte) ? byte + 0x20 : byte)
    }

    private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

    static func isInOrder(_ left: String.UTF8View, _ right: String.UTF8View) -> Bool {
        let places = places
        var isEarlierByCase: Bool?
        var (rest, other) = (left.makeIterator(), right.makeIterator())
        while let one = rest.next() {
            guard let two = other.next() else { return false }
            let (place, next) = (places[Int(one)], places[Int(two)])
            if place != next { return place < next }
            // Only names that are otherwise the same differ by case.
            if one != two, isEarlierByCase == nil { isEarlierByCase = !isCapital(one) }
        }
        return other.next() != nil || isEarlierByCase == true
    }
}

/// The levels by which names with other characters are compared: the first that differs decides.
struct CollationLevels: Comparable {
    private let letters: [UInt32]
    private let accents: [UInt32]
    private let cases: [UInt32]
    private let scalars: [UInt32]

    /// The marks of ASCII in the order of the Unicode collation algorithm.
    static let marks = Dictionary(
        uniqueKeysWithValues: " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$".unicodeScalars.enumerated().map {
            ($1, UInt32($0))
        })

    /// The place of a small letter, behind all marks.
    static func place(of letter: some BinaryInteger) -> UInt32 { 0x100 + UInt32(letter) }

    init(_ name: String) {
        var (letters, accents, cases): ([UInt32], [UInt32], [UInt32]) = ([], [], [])
        for scalar in name.decomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.properties.generalCategory == .nonspacingMark {
                accents.append(scalar.value)
            } else if let place = Self.marks[scalar] {
                letters.append(place)
                cases.append(0)
            } else {
                let small = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
                letters.append(Self.place(of: small.value))
                accents.append(0)
                cases.append(small == scalar ? 0 : 1)
            }
        }
        (self.letters, self.accents, self.cases) = (letters, accents, cases)
        scalars = name.unicodeScalars.map(\.value)
    }

    static func < (left: CollationLevels, right: CollationLevels) -> Bool {
        for (left, right) in zip(left.levels, right.levels) where left != right {
            return left.lexicographicallyPrecedes(right)
        }
        return false
    }

    private var levels: [[UInt32]] { [letters, accents, cases, scalars] }
}
