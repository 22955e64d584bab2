/// A regular expression as a nondeterministic automaton: numbered instructions, each naming the next.
struct PatternProgram: Sendable {
    enum Instruction: BitwiseCopyable, Sendable {
        /// Reads a code of the set with that number.
        case consume(set: Int, next: Int)
        case split(Int, Int)
        case start(next: Int)
        case end(next: Int)
        case wordBoundary(isBoundary: Bool, next: Int)
        /// Goes on where the look-around of that number holds.
        case look(Int, next: Int)
        case match
    }

    /// A look-around. It is decided for every position in one pass over the text before anything that contains it.
    struct Look: Sendable {
        let isAhead: Bool
        let isNegated: Bool
        /// Where its automaton starts. For a look-ahead this reads the text backwards, from where a match may end.
        let entry: Int
    }

    private(set) var instructions: [Instruction] = []
    /// The sets of codes, each once.
    private(set) var sets: [CodeSet] = []
    /// Innermost first.
    private(set) var looks: [Look] = []
    private(set) var entry = 0

    private let maximumSize: Int
    private var setNumbers: [CodeSet: Int] = [:]

    init(_ node: PatternNode, maximumSize: Int) throws(PatternError) {
        self.maximumSize = maximumSize
        entry = try add(node, isBackward: false)
        setNumbers = [:]
    }

    private mutating func add(_ node: PatternNode, isBackward: Bool) throws(PatternError) -> Int {
        let match = try emit(.match)
        return try add(node, before: match, isBackward: isBackward)
    }

    private mutating func emit(_ instruction: Instruction) throws(PatternError) -> Int {
        guard instructions.count < maximumSize else {
            throw PatternError(
                reason: "the expression is too large",
                remedy: "Use smaller or fewer repetitions, or raise the limit maximumPatternSize (\(maximumSize)).",
                offset: 0)
        }
        instructions.append(instruction)
        return instructions.count - 1
    }

    /// Adds the instructions of `node` so that they lead to `next`, and returns where they start.
    private mutating func add(_ node: PatternNode, before next: Int, isBackward: Bool) throws(PatternError) -> Int {
        switch node {
        case .empty: return next
        case .set(let set): return try emit(.consume(set: number(of: set), next: next))
        case .start: return try emit(.start(next: next))
        case .end: return try emit(.end(next: next))
        case .wordBoundary(let isBoundary): return try emit(.wordBoundary(isBoundary: isBoundary, next: next))
        case .sequence(let nodes):
            var entry = next
            for part in isBackward ? nodes : nodes.reversed() {
                entry = try add(part, before: entry, isBackward: isBackward)
            }
            return entry
        case .choice(let branches):
            var entry: Int?
            for branch in branches {
                let start = try add(branch, before: next, isBackward: isBackward)
                entry = if let other = entry { try emit(.split(other, start)) } else { start }
            }
            return entry ?? next
        case .repetition(let body, let minimum, let maximum):
            return try addRepetition(of: body, minimum, maximum, before: next, isBackward: isBackward)
        case .look(let body, let isAhead, let isNegated):
            let start = try add(body, isBackward: isAhead)
            looks.append(Look(isAhead: isAhead, isNegated: isNegated, entry: start))
            return try emit(.look(looks.count - 1, next: next))
        }
    }

    private mutating func number(of set: CodeSet) -> Int {
        if let number = setNumbers[set] { return number }
        setNumbers[set] = sets.count
        sets.append(set)
        return sets.count - 1
    }

    /// Adds the copies of a repetition. A body without instructions is added once, since no size would bound how often.
    private mutating func addRepetition(
        of body: PatternNode, _ minimum: Int, _ maximum: Int?, before next: Int, isBackward: Bool
    ) throws(PatternError) -> Int {
        var entry = next
        if let maximum {
            // x{0,3} is (x(x(x)?)?)?: each copy may be left out together with those behind it.
            for _ in minimum..<maximum {
                let start = try add(body, before: entry, isBackward: isBackward)
                if start == entry { break }
                entry = try emit(.split(start, next))
            }
        } else {
            let loop = try emit(.split(next, next))
            let start = try add(body, before: loop, isBackward: isBackward)
            instructions[loop] = .split(start, next)
            entry = loop
        }
        for _ in 0..<minimum {
            let start = try add(body, before: entry, isBackward: isBackward)
            if start == entry { break }
            entry = start
        }
        return entry
    }
}
