extension Pattern {
    /// A text that an expression without look-arounds matches as a whole: the same at every call.
    ///
    /// `share`, from 0 to less than 1, selects among alternatives, among the codes of a class and among the numbers of
    /// repetitions: 0 selects the first and the fewest, a share close to 1 the last and the most. A repetition without
    /// a maximum is repeated at most ten times more than its minimum.
    ///
    /// - Throws: ``PatternError`` when the expression is malformed or has a back-reference.
    package static func sample(of source: String, share: Double) throws(PatternError) -> String {
        var parser = PatternParser(source, unicode: false)
        var units: [UInt16] = []
        try parser.parse().appendSample(share, to: &units)
        return String(decoding: units, as: UTF16.self)
    }
}

extension PatternNode {
    fileprivate func appendSample(_ share: Double, to units: inout [UInt16]) {
        switch self {
        case .empty, .start, .end, .wordBoundary, .look: break
        case .set(let set): units += set.sample(share).map { [$0] } ?? []
        case .sequence(let nodes): for node in nodes { node.appendSample(share, to: &units) }
        case .choice(let nodes):
            if !nodes.isEmpty { nodes[Int(share * Double(nodes.count))].appendSample(share, to: &units) }
        case .repetition(let node, let minimum, let maximum):
            let additional = maximum.map { $0 - minimum } ?? 10
            let count = minimum + Int(share * Double(additional + 1))
            // A text is no longer than what a person may read.
            for _ in 0..<count where units.count < 1000 { node.appendSample(share, to: &units) }
        }
    }
}

extension CodeSet {
    /// The code at that share of the set: of its printable codes of ASCII, if it has any.
    fileprivate func sample(_ share: Double) -> UInt16? {
        let codes = ranges.flatMap { range in
            range.lowerBound > 0x7E ? [] : Array(max(0x20, range.lowerBound)...max(0x20, min(0x7E, range.upperBound)))
        }.filter(contains)
        guard codes.isEmpty else { return UInt16(codes[Int(share * Double(codes.count))]) }
        return ranges.first.map { UInt16(truncatingIfNeeded: $0.lowerBound) }
    }
}
