/// Makes texts that a regular expression matches, for tests of schemas.
package struct PatternSampler: Sendable {
    private let node: PatternNode
    private let pattern: Pattern

    /// By how many times a repetition may exceed its minimum, in turn.
    private static let extraRepetitions = [0, 1, 3, 8, 40]

    /// Reads an expression.
    ///
    /// - Parameter source: the expression without delimiters and flags, as the intake reads it: its codes are UTF-16
    ///   units.
    /// - Throws: ``PatternError`` when it is malformed or has a back-reference.
    package init(_ source: String) throws(PatternError) {
        var parser = PatternParser(source, unicode: false)
        node = try parser.parse()
        pattern = try Pattern(source, unicode: false)
    }

    /// A text that the expression matches.
    ///
    /// - Parameters:
    ///   - length: the numbers of characters that the text may have.
    ///   - generator: the random numbers.
    /// - Returns: `nil` when none is found in a few attempts: look-arounds and boundaries of words are left to chance.
    package func text(length: ClosedRange<Int>, using generator: inout some RandomNumberGenerator) -> String? {
        let targetLengths = [length.lowerBound, min(length.upperBound, length.lowerBound + 2_000)]
        for attempt in 0..<24 {
            let extraRepetitions = Self.extraRepetitions + targetLengths
            var units: [UInt16] = []
            append(node, to: &units, extra: extraRepetitions[attempt % extraRepetitions.count], using: &generator)
            let text = String(decoding: units, as: UTF16.self)
            if length.contains(text.unicodeScalars.count), pattern.matches(text) { return text }
        }
        return nil
    }

    private func append(
        _ node: PatternNode, to units: inout [UInt16], extra: Int, using generator: inout some RandomNumberGenerator
    ) {
        switch node {
        case .empty, .start, .end, .wordBoundary, .look: return
        case .set(let codes): if let unit = Self.unit(of: codes, using: &generator) { units.append(unit) }
        case .sequence(let nodes):
            for node in nodes { append(node, to: &units, extra: extra, using: &generator) }
        case .choice(let nodes):
            if let node = nodes.randomElement(using: &generator) {
                append(node, to: &units, extra: extra, using: &generator)
            }
        case .repetition(let node, let minimum, let maximum):
            let highest = min(maximum ?? .max, minimum + max(0, extra - units.count / 2))
            let count = Bool.random(using: &generator) ? highest : Int.random(in: minimum...highest, using: &generator)
            for _ in 0..<count where units.count < 20_000 {
                append(node, to: &units, extra: extra, using: &generator)
            }
        }
    }

    /// A code of the set: a printable character of ASCII where there is one.
    private static func unit(of codes: CodeSet, using generator: inout some RandomNumberGenerator) -> UInt16? {
        let printable = (UInt32(0x21)...0x7E).filter(codes.contains)
        if let code = printable.randomElement(using: &generator) { return UInt16(code) }
        let ranges = codes.ranges.filter { $0.lowerBound < 0xD800 }
        return ranges.randomElement(using: &generator).map { UInt16($0.lowerBound) }
    }
}
