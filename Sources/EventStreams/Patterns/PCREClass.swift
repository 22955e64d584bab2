/// A class in brackets, as PCRE reads it.
struct PCREClass {
    private var set = ScalarSet([])
    private var properties = ""
    private var isNegated = false

    /// Reads a class where the translator stands.
    init(_ translator: inout PCRETranslator) throws(MalformedPatternError) {
        translator.position += 1
        if translator.current == "^" {
            isNegated = true
            translator.position += 1
        }
        // A closing bracket that comes first stands for itself.
        var isFirst = true
        while let scalar = translator.current, isFirst || scalar != "]" {
            isFirst = false
            try readMember(&translator)
        }
        guard translator.current == "]" else { throw translator.refusal("the class is not closed") }
        translator.position += 1
    }

    /// The class as ECMA-262 writes it.
    func text(ignoringCase: Bool) -> String {
        let members = ignoringCase ? set.withBothCases.members : set.members
        return "[\(isNegated ? "^" : "")\(members)\(properties)]"
    }

    private mutating func readMember(_ translator: inout PCRETranslator) throws(MalformedPatternError) {
        let first = try readAtom(&translator)
        guard let low = first.only, translator.current == "-", !translator.isNext("-]") else { return add(first) }
        let hyphen = translator.position
        translator.position += 1
        guard let high = try readAtom(&translator).only else {
            // A hyphen before a set stands for itself, and the set is read again as a member of its own.
            translator.position = hyphen + 1
            add(first)
            return add(ScalarSet("-"))
        }
        guard low <= high else { throw translator.refusal("a range in a class is out of order") }
        add(ScalarSet([low...high]))
    }

    private mutating func add(_ other: ScalarSet) { set = ScalarSet(set.ranges + other.ranges) }

    private mutating func readAtom(_ translator: inout PCRETranslator) throws(MalformedPatternError) -> ScalarSet {
        guard let scalar = translator.current else { throw translator.refusal("the class is not closed") }
        if translator.isNext("[:") { return try readNamedSet(&translator) }
        guard scalar == "\\" else {
            translator.position += 1
            return ScalarSet(scalar)
        }
        switch try PCREEscape(&translator) {
        case .literal(let scalar): return ScalarSet(scalar)
        case .set(let set): return set
        case .quoted(let text): return ScalarSet(text.unicodeScalars.map { $0.value...$0.value })
        case .wordBoundary(isBoundary: true): return ScalarSet("\u{8}")
        case .property(let text):
            properties += text
            return ScalarSet([])
        case .start, .end, .wordBoundary, .newline: throw translator.refusal("an assertion cannot stand in a class")
        }
    }

    /// `[:alpha:]` and `[:^alpha:]`; where no `:]` follows, the bracket stands for itself.
    private func readNamedSet(_ translator: inout PCRETranslator) throws(MalformedPatternError) -> ScalarSet {
        let start = translator.position
        translator.position += 2
        guard let name = translator.readText(until: ":]"), !name.contains("]") else {
            translator.position = start + 1
            return ScalarSet("[")
        }
        let isNegated = name.hasPrefix("^")
        guard let set = ScalarSet.named[isNegated ? String(name.dropFirst()) : name] else {
            throw translator.refusal("[:\(name):] is not a class")
        }
        return isNegated ? set.inverted : set
    }
}
