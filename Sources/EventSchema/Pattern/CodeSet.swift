/// A set of code units or code points, as sorted ranges that neither touch nor overlap.
struct CodeSet: Hashable, Sendable {
    private(set) var ranges: [ClosedRange<UInt32>]

    static let largestCode: UInt32 = 0x10FFFF
    static let all = CodeSet([0...largestCode])

    init(_ unordered: [ClosedRange<UInt32>]) {
        ranges = []
        for range in unordered.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = ranges.last, range.lowerBound <= last.upperBound &+ 1 {
                ranges[ranges.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
    }

    init(_ code: UInt32) { ranges = [code...code] }

    /// Every code that is not in this set.
    var inverted: CodeSet {
        var gaps: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= Self.largestCode { gaps.append(next...Self.largestCode) }
        return CodeSet(gaps)
    }

    func union(_ other: CodeSet) -> CodeSet { CodeSet(ranges + other.ranges) }

    /// - Complexity: logarithmic in the number of ranges.
    func contains(_ code: UInt32) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            let range = ranges[middle]
            if code < range.lowerBound {
                high = middle
            } else if code > range.upperBound {
                low = middle + 1
            } else {
                return true
            }
        }
        return false
    }
}

/// The classes ECMA-262 names with one letter. All are about ASCII but white space (ECMA-262, 12.2 and 12.3).
extension CodeSet {
    static let digits = CodeSet([0x30...0x39])
    static let wordCodes = CodeSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let lineTerminators = CodeSet([0xA...0xA, 0xD...0xD, 0x2028...0x2029])
    static let whiteSpace = CodeSet([
        0x9...0xD, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
}
