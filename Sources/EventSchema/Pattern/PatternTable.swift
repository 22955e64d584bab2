/// A regular expression as a deterministic automaton: one table look-up per code. Immutable, so any number of threads
/// may search at once without a lock.
struct PatternTable: Sendable {
    /// The class of each ASCII code; codes of a class are alike to the expression.
    private var asciiClasses: [UInt16] = []
    /// Where each run of codes of one class begins, in order, and the class of each run.
    private var runStarts: [UInt32] = []
    private var runClasses: [UInt16] = []
    private var classCount = 0
    /// The state that follows, at state × `classCount` + class. State 0 is the dead end.
    private var transitions: [UInt16] = []
    private var acceptance: [Acceptance] = []
    private var startState: UInt16 = 0

    private struct Acceptance: OptionSet, Sendable {
        let rawValue: UInt8
        /// The match is found, whatever follows.
        static let always = Acceptance(rawValue: 1)
        /// The match is found if the text ends here.
        static let atEnd = Acceptance(rawValue: 2)
    }

    private static let maximumStates = 1_000
    private static let maximumTableSize = 60_000
    private static let maximumClasses = 256

    /// Builds the table, or gives `nil` when it would be too large or the expression looks around.
    init?(_ program: PatternProgram) {
        guard program.looks.isEmpty, formClasses(of: program) else { return nil }
        var builder = Builder(program: program)
        guard let rows = builder.build(representatives: representatives(), limit: Self.maximumStates),
            rows.count * classCount <= Self.maximumTableSize
        else { return nil }
        transitions = rows.flatMap(\.next)
        acceptance = rows.map { row in
            (row.acceptsAlways ? Acceptance.always : []).union(row.acceptsAtEnd ? .atEnd : [])
        }
        startState = 1
    }

    /// Whether the expression matches anywhere in `text`; `nil` for a text that may have an ``UnpairedSurrogate``.
    func matches(_ text: String, unicode: Bool, steps: inout Int) -> Bool? {
        if acceptance[Int(startState)].contains(.always) { return true }
        return matchesASCII(text, &steps) ?? matchesScalars(of: text, unicode: unicode, &steps)
    }

    /// The verdict on a text that is plain ASCII as far as it has to be read, as nearly all are; `nil` for another one.
    private func matchesASCII(_ text: String, _ steps: inout Int) -> Bool? {
        text.withUTF8Bytes { bytes in
            var state = startState
            for byte in bytes {
                guard byte < 0x80, byte != UnpairedSurrogate.markByte else { return nil }
                steps &+= 1
                if let verdict = advance(&state, over: UInt32(byte)) { return verdict }
            }
            return acceptance[Int(state)].contains(.atEnd)
        }
    }

    /// The verdict on a text that is plain ASCII as far as it has to be read, as nearly all are; `nil` for another one.
    func matches(_ text: Span<UInt8>) -> Bool? {
        var state = startState
        if acceptance[Int(state)].contains(.always) { return true }
        for index in text.indices {
            let byte = text[index]
            guard byte < 0x80, byte != UnpairedSurrogate.markByte else { return nil }
            if let verdict = advance(&state, over: UInt32(byte)) { return verdict }
        }
        return acceptance[Int(state)].contains(.atEnd)
    }

    private func matchesScalars(of text: String, unicode: Bool, _ steps: inout Int) -> Bool? {
        var state = startState
        for scalar in text.unicodeScalars {
            guard scalar != UnpairedSurrogate.mark else { return nil }
            var code = scalar.value
            if !unicode, code > 0xFFFF {
                steps &+= 1
                if let verdict = advance(&state, over: UInt32(UTF16.leadSurrogate(scalar))) { return verdict }
                code = UInt32(UTF16.trailSurrogate(scalar))
            }
            steps &+= 1
            if let verdict = advance(&state, over: code) { return verdict }
        }
        return acceptance[Int(state)].contains(.atEnd)
    }

    /// Goes to the state that follows a code.
    ///
    /// - Returns: the verdict, unless it depends on what follows.
    @inline(__always)
    private func advance(_ state: inout UInt16, over code: UInt32) -> Bool? {
        state = following(state, code)
        if acceptance[Int(state)].contains(.always) { return true }
        return state == 0 ? false : nil
    }

    @inline(__always)
    private func following(_ state: UInt16, _ code: UInt32) -> UInt16 {
        let codeClass = code < 0x80 ? asciiClasses[Int(code)] : self.codeClass(of: code)
        return transitions[Int(state) &* classCount &+ Int(codeClass)]
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
        let sets = Set(
            program.instructions.compactMap { instruction in
                if case .consume(let set, _) = instruction { set } else { nil }
            })
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
        asciiClasses = (0..<0x80).map(codeClass)
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
    private var budget = 2_000_000

    init(program: PatternProgram) { self.program = program }

    /// The rows by state: 0 is the dead end, 1 the start. `nil` when there would be more than `limit`, or when a word
    /// boundary depends on the next code.
    mutating func build(representatives: [UInt32], limit: Int) -> [Row]? {
        let needsNeighbours = program.instructions.contains { if case .wordBoundary = $0 { true } else { false } }
        guard !needsNeighbours else { return nil }
        let restart = closure(of: [program.entry], isAtStart: false, isAtEnd: false)
        _ = number(of: Key(instructions: [], isAtStart: false))
        _ = number(
            of: Key(instructions: closure(of: [program.entry], isAtStart: true, isAtEnd: false), isAtStart: true))
        var rows: [Row] = []
        while rows.count < keys.count {
            guard keys.count <= limit, budget > 0 else { return nil }
            let key = keys[rows.count]
            var row = Row()
            row.acceptsAlways = hasMatch(key.instructions)
            row.acceptsAtEnd = hasMatch(closure(of: key.instructions, isAtStart: key.isAtStart, isAtEnd: true))
            row.next = representatives.map { code in
                // The dead end stays one; the search is over once there is a match.
                if rows.isEmpty || row.acceptsAlways { return 0 }
                let moved = closure(of: advanced(key.instructions, over: code), isAtStart: false, isAtEnd: false)
                return number(of: Key(instructions: Set(moved + restart).sorted(), isAtStart: false))
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
            guard case .consume(let set, let next) = program.instructions[index], set.contains(code) else { return nil }
            return next
        }
    }

    /// The instructions that wait for a code, for the end of the text, or are the match.
    private mutating func closure(of entries: [Int], isAtStart: Bool, isAtEnd: Bool) -> [Int] {
        var visited: Set<Int> = []
        var waiting: [Int] = []
        var stack = entries
        while let index = stack.popLast() {
            guard visited.insert(index).inserted else { continue }
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
