/// Properties of a regular expression that do not depend on a text: the lengths of matches, its anchors, and whether an
/// engine that backtracks may take exponential time.
package struct PatternFacts: Sendable {
    /// The number of characters of the shortest text that matches.
    package let minimumLength: Int
    /// The number of characters of the longest text that matches as a whole; `nil` when there is no limit.
    package let maximumLength: Int?
    /// Whether every match begins where the text begins.
    package let isAnchoredAtStart: Bool
    /// Whether every match ends where the text ends.
    package let isAnchoredAtEnd: Bool
    /// Whether an engine that backtracks may take time that doubles with each character.
    package let isExponential: Bool

    /// Whether every match is the whole text.
    package var isWhole: Bool { isAnchoredAtStart && isAnchoredAtEnd }

    /// - Parameter source: the expression without delimiters and flags; `nil` when it is malformed.
    package init?(_ source: String) {
        var parser = PatternParser(source, unicode: false)
        parser.refusesBackReferences = false
        guard case .success(let node) = Result(catching: { () throws(PatternError) in try parser.parse() }) else {
            return nil
        }
        minimumLength = node.lengths.minimum
        maximumLength = node.lengths.maximum
        isAnchoredAtStart = node.isAnchored(atStart: true)
        isAnchoredAtEnd = node.isAnchored(atStart: false)
        isExponential = node.isExponential
    }
}

extension PatternNode {
    private static let maximumLength = 1_000_000

    /// The lengths of the texts that match.
    fileprivate var lengths: (minimum: Int, maximum: Int?) {
        switch self {
        case .empty, .start, .end, .wordBoundary, .look: (0, 0)
        case .set: (1, 1)
        case .sequence(let nodes):
            nodes.map(\.lengths).reduce((0, 0)) { sum, next in
                (
                    min(sum.0 + next.minimum, Self.maximumLength),
                    sum.1.flatMap { one in next.maximum.map { min(one + $0, Self.maximumLength) } }
                )
            }
        case .choice(let nodes):
            nodes.map(\.lengths).reduce((Self.maximumLength, 0)) { found, next in
                (min(found.0, next.minimum), found.1.flatMap { one in next.maximum.map { max(one, $0) } })
            }
        case .repetition(let node, let minimum, let maximum):
            (
                min(node.lengths.minimum * minimum, Self.maximumLength),
                node.lengths.maximum == 0
                    ? 0 : maximum.flatMap { count in node.lengths.maximum.map { min($0 * count, Self.maximumLength) } }
            )
        }
    }

    fileprivate func isAnchored(atStart: Bool) -> Bool {
        switch self {
        case .start: atStart
        case .end: !atStart
        case .sequence(let nodes): (atStart ? nodes.first : nodes.last)?.isAnchored(atStart: atStart) ?? false
        case .choice(let nodes): nodes.allSatisfy { $0.isAnchored(atStart: atStart) }
        case .repetition(let node, let minimum, _): minimum > 0 && node.isAnchored(atStart: atStart)
        case .empty, .set, .wordBoundary, .look: false
        }
    }

    // MARK: - Backtracking

    /// Texts of one character, up to this length, are tried.
    private static let maximumRunLength = 6
    /// A repetition that may occur this often can double the work often enough to matter.
    private static let manyTimes = 16

    /// Whether a repetition can divide a run of one character in more than one way: then the number of ways doubles
    /// with the length of the run, and an engine that backtracks tries all of them.
    fileprivate var isExponential: Bool {
        switch self {
        case .empty, .set, .start, .end, .wordBoundary: false
        case .sequence(let nodes), .choice(let nodes): nodes.contains(where: \.isExponential)
        case .look(let node, _, _): node.isExponential
        case .repetition(let node, _, let maximum):
            node.isExponential
                || ((maximum.map { $0 >= Self.manyTimes } ?? true)
                    && node.firstCodes.contains { node.ways(for: $0).dropFirst().reduce(0, +) > 1 })
        }
    }

    /// A character of each range in the expression.
    private var firstCodes: Set<UInt32> {
        switch self {
        case .empty, .start, .end, .wordBoundary: []
        case .set(let codes): Set(codes.ranges.map(\.lowerBound))
        case .sequence(let nodes), .choice(let nodes): nodes.reduce(into: []) { $0.formUnion($1.firstCodes) }
        case .look(let node, _, _), .repetition(let node, _, _): node.firstCodes
        }
    }

    /// In how many ways the expression matches no, one, two … of the character; two stands for more.
    private func ways(for code: UInt32) -> [Int] {
        let none = [1] + [Int](repeating: 0, count: Self.maximumRunLength)
        switch self {
        case .empty, .start, .end, .wordBoundary, .look: return none
        case .set(let codes):
            var one = [Int](repeating: 0, count: Self.maximumRunLength + 1)
            one[1] = codes.contains(code) ? 1 : 0
            return one
        case .sequence(let nodes): return nodes.reduce(none) { Self.joined($0, $1.ways(for: code)) }
        case .choice(let nodes):
            return nodes.map { $0.ways(for: code) }.reduce([Int](repeating: 0, count: Self.maximumRunLength + 1)) {
                sum, next in
                zip(sum, next).map { min(2, $0 + $1) }
            }
        case .repetition(let node, let minimum, let maximum):
            return Self.repeated(node.ways(for: code), minimum, maximum)
        }
    }

    private static func repeated(_ once: [Int], _ minimum: Int, _ maximum: Int?) -> [Int] {
        // Engines do not repeat an empty match.
        let once = minimum > 0 ? once : [0] + once.dropFirst()
        var total = [Int](repeating: 0, count: maximumRunLength + 1)
        var times = [1] + [Int](repeating: 0, count: maximumRunLength)
        for count in 0...min(maximum ?? maximumRunLength, max(minimum, maximumRunLength)) {
            if count > maximumRunLength, times.allSatisfy({ $0 == 0 }) { break }
            if count >= minimum { total = zip(total, times).map { min(2, $0 + $1) } }
            times = joined(times, once)
        }
        return total
    }

    private static func joined(_ left: [Int], _ right: [Int]) -> [Int] {
        var joined = [Int](repeating: 0, count: maximumRunLength + 1)
        for (first, ways) in left.enumerated() where ways > 0 {
            for second in 0...(maximumRunLength - first) {
                joined[first + second] = min(2, joined[first + second] + ways * right[second])
            }
        }
        return joined
    }
}
