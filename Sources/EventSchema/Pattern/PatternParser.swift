/// Reads a regular expression of ECMA-262.
///
/// With `unicode` the grammar of the `u` flag holds and codes are Unicode scalars. Without it the codes are UTF-16
/// units and the lenient grammar of annex B holds, as for a JavaScript expression without flags: the existing intake
/// has those. With `allowsRedundantEscapes` any character that cannot be part of a word may be escaped, with `unicode`
/// too, as in an expression without flags: drafts 4, 6 and 7 do not ask for the `u` flag.
struct PatternParser {
    let codes: [UInt32]
    let unicode: Bool
    let allowsRedundantEscapes: Bool
    var offset = 0
    var refusesBackReferences = true
    private var groupCount = 0
    private(set) var groupNames: Set<[UInt32]> = []
    private var depth = 0
    /// What `\P{…}` stands for, by the name, so that many of one have one storage.
    var invertedProperties: [String: CodeSet] = [:]

    /// Deeper nesting is refused: parser and compiler recurse.
    private static let maximumDepth = 250
    private static let maximumRepetitions = 10_000

    init(_ text: String, unicode: Bool, allowsRedundantEscapes: Bool = false) {
        codes = unicode ? text.unicodeScalars.map(\.value) : text.utf16.map(UInt32.init)
        self.unicode = unicode
        self.allowsRedundantEscapes = allowsRedundantEscapes
        findGroups()
    }

    mutating func parse() throws(PatternError) -> PatternNode {
        let node = try parseChoice()
        if offset < codes.count { throw error("a closing parenthesis without an opening one", "Escape it as \\).") }
        return node
    }

    /// Whether the text is an expression; back-references, which only a search refuses, are fine.
    static func accepts(_ text: String, unicode: Bool, allowsRedundantEscapes: Bool = false) -> Bool {
        var parser = PatternParser(text, unicode: unicode, allowsRedundantEscapes: allowsRedundantEscapes)
        parser.refusesBackReferences = false
        return if case .success = Result(catching: { () throws(PatternError) in try parser.parse() }) { true } else {
            false
        }
    }

    func error(_ reason: String, _ remedy: String, at other: Int? = nil) -> PatternError {
        PatternError(reason: reason, remedy: remedy, offset: other ?? offset)
    }

    // MARK: - Reading codes

    var current: UInt32? { offset < codes.count ? codes[offset] : nil }

    func isNext(_ text: StaticString) -> Bool {
        guard offset + text.utf8CodeUnitCount <= codes.count else { return false }
        for index in 0..<text.utf8CodeUnitCount where codes[offset + index] != UInt32(text.utf8Start[index]) {
            return false
        }
        return true
    }

    mutating func skip(_ text: StaticString) -> Bool {
        guard isNext(text) else { return false }
        offset += text.utf8CodeUnitCount
        return true
    }

    // MARK: - Choices and sequences

    private mutating func parseChoice() throws(PatternError) -> PatternNode {
        var branches = [try parseSequence()]
        while skip("|") { branches.append(try parseSequence()) }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func parseSequence() throws(PatternError) -> PatternNode {
        var terms: [PatternNode] = []
        while offset < codes.count, !isNext("|"), !isNext(")") { terms.append(try parseTerm()) }
        return terms.count == 1 ? terms[0] : .sequence(terms)
    }

    private mutating func parseTerm() throws(PatternError) -> PatternNode {
        if skip("^") { return .start }
        if skip("$") { return .end }
        if skip("\\b") { return .wordBoundary(isBoundary: true) }
        if skip("\\B") { return .wordBoundary(isBoundary: false) }
        let begin = offset
        // Annex B lets look-aheads be repeated; look-behinds never are. In a group of its own either may be.
        let isLookAhead = isNext("(?=") || isNext("(?!")
        let isRepeatable = !(isNext("(?<=") || isNext("(?<!") || (unicode && isLookAhead))
        let atom = try parseAtom()
        guard let (minimum, maximum) = try parseQuantifier() else { return atom }
        guard isRepeatable else { throw error("an assertion cannot be repeated", "Put it in a group.", at: begin) }
        return .repetition(atom, minimum: minimum, maximum: maximum)
    }

    private mutating func parseAtom() throws(PatternError) -> PatternNode {
        guard let code = current else { return .empty }
        switch code {
        case UInt32(ascii("(")): return try parseGroup()
        case UInt32(ascii("[")): return .set(try parseClass())
        case UInt32(ascii(".")):
            offset += 1
            return .set(CodeSet.lineTerminators.inverted)
        case UInt32(ascii("\\")): return .set(try parseEscape(inClass: false))
        case UInt32(ascii("*")), UInt32(ascii("+")), UInt32(ascii("?")):
            throw error("nothing to repeat", "Put something before the quantifier, or escape it.")
        case UInt32(ascii("{")) where unicode || isQuantifierAhead:
            throw error("nothing to repeat", "Put something before the quantifier, or escape the brace as \\{.")
        case UInt32(ascii("}")) where unicode, UInt32(ascii("]")) where unicode:
            throw error("a closing bracket without an opening one", "Escape it with a backslash.")
        default:
            offset += 1
            return .set(CodeSet(code))
        }
    }

    // MARK: - Groups

    private mutating func parseGroup() throws(PatternError) -> PatternNode {
        let begin = offset
        depth += 1
        guard depth <= Self.maximumDepth else { throw error("nested too deeply", "Use fewer nested groups.") }
        let kind = try parseGroupOpening()
        let body = try parseChoice()
        guard skip(")") else { throw error("the group is not closed", "Add a closing parenthesis.", at: begin) }
        depth -= 1
        guard let (isAhead, isNegated) = kind else { return body }
        return .look(body, isAhead: isAhead, isNegated: isNegated)
    }

    private mutating func parseGroupOpening() throws(PatternError) -> (isAhead: Bool, isNegated: Bool)? {
        if skip("(?:") { return nil }
        if skip("(?=") { return (true, false) }
        if skip("(?!") { return (true, true) }
        if skip("(?<=") { return (false, false) }
        if skip("(?<!") { return (false, true) }
        if isNext("(?<") {
            offset += 3
            try skipGroupName()
            return nil
        }
        if isNext("(?") {
            throw error("unknown kind of group", "Use (?:…), (?=…), (?!…), (?<=…), (?<!…) or (?<name>…).")
        }
        offset += 1
        return nil
    }

    private mutating func skipGroupName() throws(PatternError) {
        let begin = offset
        while let code = current, code != UInt32(ascii(">")) {
            guard Self.isOfName(code) else { throw error("not a group name", "Use letters, digits and underscores.") }
            offset += 1
        }
        guard skip(">"), offset - begin > 1 else { throw error("not a group name", "Write (?<name>…).", at: begin) }
    }

    private static func isOfName(_ code: UInt32) -> Bool {
        code == UInt32(ascii("$")) || code >= 0x80 || CodeSet.wordCodes.contains(code)
    }

    /// Counts the groups that capture and collects the names, as references may come before their group. What is not a
    /// name is refused where the group is read.
    private mutating func findGroups() {
        var inClass = false
        while let code = current {
            switch code {
            case UInt32(ascii("\\")): offset += 1
            case UInt32(ascii("[")): inClass = true
            case UInt32(ascii("]")): inClass = false
            case UInt32(ascii("(")) where !inClass:
                if isNext("(?<"), !isNext("(?<="), !isNext("(?<!") {
                    groupNames.insert(Array(codes[(offset + 3)...].prefix(while: Self.isOfName)))
                    groupCount += 1
                } else if !isNext("(?") {
                    groupCount += 1
                }
            default: break
            }
            offset += 1
        }
        offset = 0
    }

    /// Refuses `\1` and the like: what a group captured cannot be determined in linear time.
    func refuseBackReference(_ number: Int, at begin: Int) throws(PatternError) {
        guard number <= groupCount else {
            guard !unicode else { throw error("there is no group \(number)", "Count the groups.", at: begin) }
            return
        }
        guard refusesBackReferences else { return }
        throw error("back-references are not supported", "Write the expression without \\\(number).", at: begin)
    }

    // MARK: - Quantifiers

    private var isQuantifierAhead: Bool {
        var copy = self
        return copy.parseBraces() != nil
    }

    private mutating func parseQuantifier() throws(PatternError) -> (minimum: Int, maximum: Int?)? {
        let begin = offset
        let bounds: (minimum: Int, maximum: Int?)
        if skip("*") {
            bounds = (0, nil)
        } else if skip("+") {
            bounds = (1, nil)
        } else if skip("?") {
            bounds = (0, 1)
        } else if isNext("{") {
            guard let braces = parseBraces() else {
                guard unicode else { return nil }
                throw error("not a repetition", "Write {n}, {n,} or {n,m}, or escape the brace as \\{.")
            }
            bounds = braces
        } else {
            return nil
        }
        _ = skip("?")  // whether a repetition is greedy changes no verdict
        if let maximum = bounds.maximum, maximum < bounds.minimum {
            throw error("the repetition's limits are out of order", "Put the smaller number first.", at: begin)
        }
        guard max(bounds.minimum, bounds.maximum ?? 0) <= Self.maximumRepetitions else {
            throw error("repeated more than \(Self.maximumRepetitions) times", "Use a smaller repetition.", at: begin)
        }
        return bounds
    }

    private mutating func parseBraces() -> (minimum: Int, maximum: Int?)? {
        let begin = offset
        offset += 1
        if let minimum = parseDecimal() {
            if skip("}") { return (minimum, minimum) }
            if skip(",") {
                if skip("}") { return (minimum, nil) }
                if let maximum = parseDecimal(), skip("}") { return (minimum, maximum) }
            }
        }
        offset = begin
        return nil
    }

    /// A whole number; one beyond a million counts as a million, which is refused where it matters.
    mutating func parseDecimal() -> Int? {
        guard let first = current, CodeSet.digits.contains(first) else { return nil }
        var value = 0
        while let code = current, CodeSet.digits.contains(code) {
            value = min(value * 10 + Int(code - 0x30), 1_000_000)
            offset += 1
        }
        return value
    }
}
