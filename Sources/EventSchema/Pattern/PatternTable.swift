/// A regular expression as a deterministic automaton: one table look-up per code. Immutable, so any number of threads
/// may search at once without a lock.
struct PatternTable: Sendable {
    /// The class of each byte that is a code of ASCII; codes of a class are alike to the expression. ``noClass`` for
    /// other bytes, and for the mark of an ``UnpairedSurrogate``.
    private var byteClasses: ContiguousArray<UInt16> = []
    /// Where each run of codes of one class begins, in order, and the class of each run.
    private var runStarts: [UInt32] = []
    private var runClasses: [UInt16] = []
    private var classCount = 0
    /// A row for each state: for each class where the row of the state that follows begins, or ``found``. The row at 0
    /// is the dead end's.
    private var transitions: ContiguousArray<UInt16> = []
    /// For each state, whether the match is found if the text ends there.
    private var acceptsAtEnd: ContiguousArray<Bool> = []
    private var start: UInt16 = 0

    private static let noClass = UInt16.max
    /// In place of a row, that the match is found, whatever follows.
    private static let found = UInt16.max
    private static let maximumStates = 1_000
    private static let maximumTableSize = 60_000
    private static let maximumClasses = 256

    /// How many instructions may be visited for the table of one expression.
    static let maximumSteps = 2_000_000

    /// Builds the table, or gives `nil` when it would be too large or the expression looks around. `steps` are those
    /// that are left for all tables of a schema.
    init?(_ program: PatternProgram, within steps: inout Int) {
        guard program.looks.isEmpty, steps > 0, formClasses(of: program) else { return nil }
        let budget = min(steps, Self.maximumSteps)
        var builder = Builder(program: program, budget: budget)
        defer { steps -= budget - builder.budget }
        guard let rows = builder.build(representatives: representatives(), limit: Self.maximumStates),
            rows.count * classCount <= Self.maximumTableSize
        else { return nil }
        let starts = rows.enumerated().map { $1.acceptsAlways ? Self.found : UInt16($0 * classCount) }
        transitions = ContiguousArray(rows.lazy.flatMap(\.next).map { starts[Int($0)] })
        acceptsAtEnd = ContiguousArray(rows.map(\.acceptsAtEnd))
        start = starts[1]
    }

    /// Whether the expression matches anywhere in a text in UTF-8, whose codes are scalars if `unicode` says so and
    /// UTF-16 units otherwise; `nil` for a text that may have an ``UnpairedSurrogate``.
    func matches(_ text: Span<UInt8>, unicode: Bool) -> Bool? {
        guard start != Self.found else { return true }
        var state = start
        var offset = 0
        while offset < text.count {
            let codeClass = byteClasses[Int(text[offset])]
            if codeClass < Self.noClass {
                state = transitions[Int(state) &+ Int(codeClass)]
                offset &+= 1
            } else {
                guard text[offset] != UnpairedSurrogate.markByte else { return nil }
                let scalar = text.scalar(at: offset)
                state = following(state, scalar, unicode: unicode)
                offset &+= UTF8.width(scalar)
            }
            if Self.isDecided(state) { return state == Self.found }
        }
        return acceptsAtEnd[Int(state) / classCount]
    }

    /// Whether a state is the dead end, or the match is found.
    @inline(__always)
    private static func isDecided(_ state: UInt16) -> Bool { state == 0 || state == found }

    /// The state that follows a scalar that is not of ASCII.
    @inline(never)
    private func following(_ state: UInt16, _ scalar: Unicode.Scalar, unicode: Bool) -> UInt16 {
        guard !unicode, scalar.value > 0xFFFF else { return following(state, scalar.value) }
        let middle = following(state, UInt32(UTF16.leadSurrogate(scalar)))
        return Self.isDecided(middle) ? middle : following(middle, UInt32(UTF16.trailSurrogate(scalar)))
    }

    private func following(_ state: UInt16, _ code: UInt32) -> UInt16 {
        transitions[Int(state) + Int(codeClass(of: code))]
    }

    private func codeClass(of code: UInt32) -> UInt16 {
        var low = 0
        var high = runStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if runStarts[middle] <= code { low = middle } else { high = middle }
        }
        return runClasses[low]
    }

    /// Cuts the codes into runs at every range's border and gives runs that lie in the same sets the same class.
    private mutating func formClasses(of program: PatternProgram) -> Bool {
        let sets = program.sets
        let borders = Set(sets.flatMap { set in set.ranges.flatMap { [$0.lowerBound, $0.upperBound + 1] } })
        runStarts = borders.union([0]).sorted()
        guard runStarts.count * sets.count <= 200_000 else { return false }
        var classes: [[Bool]: UInt16] = [:]
        for start in runStarts {
            let signature = sets.map { $0.contains(start) }
            let codeClass = classes[signature] ?? UInt16(clamping: classes.count)
            classes[signature] = codeClass
            runClasses.append(codeClass)
        }
        classCount = classes.count
        guard classCount <= Self.maximumClasses else { return false }
        byteClasses = ContiguousArray(repeating: Self.noClass, count: 0x100)
        for code in 0..<0x80 where code != UnpairedSurrogate.markByte {
            byteClasses[code] = codeClass(of: UInt32(code))
        }
        return true
    }

    /// One code of each class.
    private func representatives() -> [UInt32] {
        (0..<classCount).map { wanted in
            runClasses.firstIndex(of: UInt16(wanted)).map { runStarts[$0] } ?? 0
        }
    }
}

/// The subset construction.
private struct Builder {
    struct Row {
        var next: [UInt16] = []
        var acceptsAlways = false
        var acceptsAtEnd = false
    }

    /// A set of automaton states; only at the start of the text does `^` hold.
    private struct Key: Hashable {
        let instructions: [Int]
        let isAtStart: Bool
    }

    let program: PatternProgram
    private var numbers: [Key: UInt16] = [:]
    private var keys: [Key] = []
    /// How many more instructions may be visited before the construction is given up.
    private(set) var budget: Int
    /// For each instruction, the last closure that visited it, and the number of closures so far.
    private var visits: [Int]
    private var closures = 0

    init(program: PatternProgram, budget: Int) {
        self.program = program
        self.budget = budget
        visits = Array(repeating: 0, count: program.instructions.count)
    }

    /// The rows by state: 0 is the dead end, 1 the start. `nil` when there would be more than `limit`, or when a word
    /// boundary depends on the next code.
    mutating func build(representatives: [UInt32], limit: Int) -> [Row]? {
        let needsNeighbours = program.instructions.contains { if case .wordBoundary = $0 { true } else { false } }
        guard !needsNeighbours else { return nil }
        _ = number(of: Key(instructions: [], isAtStart: false))
        _ = number(
            of: Key(instructions: closure(of: [program.entry], isAtStart: true, isAtEnd: false), isAtStart: true))
        var rows: [Row] = []
        while rows.count < keys.count {
            guard keys.count <= limit, budget > 0 else { return nil }
            budget -= representatives.count
            let key = keys[rows.count]
            var row = Row()
            row.acceptsAlways = hasMatch(key.instructions)
            row.acceptsAtEnd = hasMatch(closure(of: key.instructions, isAtStart: key.isAtStart, isAtEnd: true))
            row.next = representatives.map { code in
                // The dead end stays one; the search is over once there is a match.
                if rows.isEmpty || row.acceptsAlways { return 0 }
                let moved = advanced(key.instructions, over: code)
                let instructions = closure(of: moved + [program.entry], isAtStart: false, isAtEnd: false)
                return number(of: Key(instructions: instructions, isAtStart: false))
            }
            rows.append(row)
        }
        return rows
    }

    private mutating func number(of key: Key) -> UInt16 {
        if let number = numbers[key] { return number }
        let number = UInt16(keys.count)
        numbers[key] = number
        keys.append(key)
        return number
    }

    private func hasMatch(_ instructions: [Int]) -> Bool {
        instructions.contains { if case .match = program.instructions[$0] { true } else { false } }
    }

    private func advanced(_ instructions: [Int], over code: UInt32) -> [Int] {
        instructions.compactMap { index in
            guard case .consume(let set, let next) = program.instructions[index], program.sets[set].contains(code)
            else { return nil }
            return next
        }
    }

    /// The instructions that wait for a code, for the end of the text, or are the match.
    private mutating func closure(of entries: [Int], isAtStart: Bool, isAtEnd: Bool) -> [Int] {
        closures += 1
        var waiting: [Int] = []
        var stack = entries
        while let index = stack.popLast() {
            guard visits[index] != closures else { continue }
            visits[index] = closures
            budget -= 1
            switch program.instructions[index] {
            case .consume, .match: waiting.append(index)
            case .split(let first, let second): stack += [second, first]
            case .start(let next): if isAtStart { stack.append(next) }
            case .end(let next): if isAtEnd { stack.append(next) } else { waiting.append(index) }
            case .wordBoundary, .look: break
            }
        }
        return waiting.sorted()
    }
}
