/// One search with the automaton, all its states at once: every instruction is visited at most once per position.
struct PatternSearch {
    let program: PatternProgram
    let codes: [UInt32]
    /// How many steps are left: a visit to an instruction takes one, and so does each position of a look-around. Below
    /// zero, the search has ended without an answer.
    private(set) var stepsLeft: Int
    /// For each look-around, whether it holds at each position.
    private var lookHolds: [[Bool]] = []
    private var threads: [Int] = []
    private var pending: [Int] = []
    private var stack: [Int] = []
    private var visitedAt: [Int]
    private var visit = 0
    private var hasMatched = false

    init(_ program: PatternProgram, in codes: [UInt32], maximumSteps: Int) {
        self.program = program
        self.codes = codes
        stepsLeft = maximumSteps
        visitedAt = Array(repeating: 0, count: program.instructions.count)
    }

    /// Whether the expression matches anywhere.
    mutating func matches() -> Bool {
        for look in program.looks {
            stepsLeft -= codes.count + 20
            guard stepsLeft >= 0 else { return false }
            let found = positions(from: look.entry, isBackward: look.isAhead, stopsAtFirst: false)
            lookHolds.append(look.isNegated ? found.map { !$0 } : found)
        }
        return positions(from: program.entry, isBackward: false, stopsAtFirst: true).contains(true)
    }

    /// Runs the automaton from every position; the positions at which it reached its end.
    private mutating func positions(from entry: Int, isBackward: Bool, stopsAtFirst: Bool) -> [Bool] {
        var found = Array(repeating: false, count: codes.count + 1)
        pending.removeAll(keepingCapacity: true)
        for step in 0...codes.count {
            let position = isBackward ? codes.count - step : step
            visit += 1
            threads.removeAll(keepingCapacity: true)
            hasMatched = false
            for thread in pending { follow(thread, at: position) }
            follow(entry, at: position)
            found[position] = hasMatched
            if hasMatched && stopsAtFirst { break }
            guard step < codes.count, stepsLeft >= 0 else { break }
            advance(over: codes[isBackward ? position - 1 : position])
        }
        return found
    }

    private mutating func advance(over code: UInt32) {
        pending.removeAll(keepingCapacity: true)
        for thread in threads {
            guard case .consume(let set, let next) = program.instructions[thread], program.sets[set].contains(code)
            else { continue }
            pending.append(next)
        }
    }

    /// Adds every instruction that can be reached without reading a code.
    private mutating func follow(_ instruction: Int, at position: Int) {
        stack.append(instruction)
        while let index = stack.popLast() {
            guard visitedAt[index] != visit else { continue }
            visitedAt[index] = visit
            stepsLeft -= 1
            switch program.instructions[index] {
            case .consume: threads.append(index)
            case .split(let first, let second):
                stack.append(second)
                stack.append(first)
            case .start(let next): if position == 0 { stack.append(next) }
            case .end(let next): if position == codes.count { stack.append(next) }
            case .wordBoundary(let isBoundary, let next):
                if isWordBoundary(position) == isBoundary { stack.append(next) }
            case .look(let look, let next): if lookHolds[look][position] { stack.append(next) }
            case .match: hasMatched = true
            }
        }
    }

    private func isWordBoundary(_ position: Int) -> Bool {
        let before = position > 0 && CodeSet.wordCodes.contains(codes[position - 1])
        let after = position < codes.count && CodeSet.wordCodes.contains(codes[position])
        return before != after
    }
}
