/// Rewrites a PCRE pattern as one of ECMA-262 with the same verdicts.
///
/// What decides by what a group captured, or by not going back (`a++`, `(?>…)`), cannot run in linear time and is
/// refused by name. Everything else the result's own compiler refuses.
struct PCRETranslator {
    private let scalars: [Unicode.Scalar]
    var position = 0
    private var options: PCREOptions
    /// Each group that is open: the options outside it, and what closes it.
    private var openGroups: [(options: PCREOptions, end: String)] = []
    private var output = ""

    init(_ body: Substring, options: PCREOptions) {
        scalars = Array(body.unicodeScalars)
        self.options = options
    }

    mutating func translate() throws(MalformedPatternError) -> String {
        let isAnchored = options.isAnchored
        while let scalar = current { try translate(scalar) }
        return isAnchored ? "^(?:\(output))" : output
    }

    private mutating func translate(_ scalar: Unicode.Scalar) throws(MalformedPatternError) {
        switch scalar {
        case "\\": try translateEscape()
        case "[": output += try PCREClass(&self).text(ignoringCase: options.ignoresCase)
        case "(": try openGroup()
        case ")": closeGroup()
        case ".": emit(options.dotMatchesNewline ? "[^]" : "[^\\n]")
        // Behind the last newline there is no line any more.
        case "^": emit(options.isMultiline ? "(?:^|(?<=\\n)(?=[^]))" : "(?:^)")
        case "$": emit(endOfLine)
        case "|": emit("|")
        case "*", "+", "?": try emitQuantifier(String(scalar))
        case "{": try translateBrace()
        case "#" where options.ignoresSpace: skip { $0 != "\n" }
        case _ where options.ignoresSpace && ScalarSet.space.contains(scalar.value): position += 1
        default: emit(literal(scalar))
        }
    }

    private var endOfLine: String {
        if options.isMultiline { return "(?:$|(?=\\n))" }
        if options.dollarIsEnd { return "(?:$)" }
        // Where nothing follows, the newline may as well be taken, which is quicker than looking ahead.
        let isLast = openGroups.isEmpty && (position + 1 == scalars.count || scalars[position + 1] == "|")
        return isLast ? "\\n?$" : "(?:$|(?=\\n$))"
    }

    // MARK: - Reading

    var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    func isNext(_ text: String) -> Bool { scalars[position...].starts(with: text.unicodeScalars) }

    mutating func skip(while isSkipped: (Unicode.Scalar) -> Bool) {
        while let scalar = current, isSkipped(scalar) { position += 1 }
    }

    /// Reads up to and past `end`; otherwise `nil`.
    mutating func readText(until end: String) -> String? {
        var text = String.UnicodeScalarView()
        while let scalar = current {
            if isNext(end) {
                position += end.unicodeScalars.count
                return String(text)
            }
            text.append(scalar)
            position += 1
        }
        return nil
    }

    func refusal(_ what: String) -> MalformedPatternError {
        MalformedPatternError(description: "has a key that is not a valid pattern: \(what)")
    }

    // MARK: - Writing

    private mutating func emit(_ text: String) {
        output += text
        position += 1
    }

    private func literal(_ scalar: Unicode.Scalar) -> String {
        let set = options.ignoresCase ? ScalarSet(scalar).withBothCases : ScalarSet(scalar)
        return set.ranges.count == 1 ? ScalarSet.text(scalar.value) : "[\(set.members)]"
    }

    // MARK: - Quantifiers

    private mutating func emitQuantifier(_ text: String) throws(MalformedPatternError) {
        emit(text)
        if current == "+" { throw refusal("possessive repetition (\(text)+) is not supported") }
        if current == "?" { position += 1 }  // whether a repetition is greedy changes no verdict
    }

    /// `{n}`, `{n,}` and `{n,m}` repeat; any other brace stands for itself.
    private mutating func translateBrace() throws(MalformedPatternError) {
        let start = position
        position += 1
        let bounds = (readText(until: "}") ?? "").split(separator: ",", omittingEmptySubsequences: false)
        let isNumber = { (text: Substring) in !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        if (1...2).contains(bounds.count), isNumber(bounds[0]),
            bounds.count == 1 || bounds[1].isEmpty || isNumber(bounds[1])
        {
            position -= 1
            try emitQuantifier("{\(bounds.joined(separator: ","))}")
        } else {
            position = start
            emit(literal("{"))
        }
    }

    // MARK: - Escapes

    private mutating func translateEscape() throws(MalformedPatternError) {
        switch try PCREEscape(&self) {
        case .literal(let scalar): output += literal(scalar)
        case .set(let set): output += "[\(set.members)]"
        case .property(let text): output += text
        case .quoted(let text): output += text.unicodeScalars.map(literal).joined()
        case .start: output += "(?:^)"
        case .end(let allowsNewline): output += allowsNewline ? "(?:$|(?=\\n$))" : "(?:$)"
        case .wordBoundary(let isBoundary): output += isBoundary ? "(?:\\b)" : "(?:\\B)"
        case .newline: output += "(?:\\r\\n|[\\n-\\r\\x85\\u2028\\u2029])"
        }
    }

    // MARK: - Groups

    private mutating func openGroup() throws(MalformedPatternError) {
        if isNext("(*") { throw refusal("verbs such as (*FAIL) are not supported") }
        guard isNext("(?") else { return beginGroup("(?:", length: 1) }
        for opening in ["(?:", "(?|"] where isNext(opening) { return beginGroup("(?:", length: 3) }
        // Only PCRE lets assertions be repeated, so they get a group of their own, as `^` and the like do.
        for opening in ["(?=", "(?!", "(?<=", "(?<!"] where isNext(opening) {
            return beginGroup("(?:\(opening)", length: opening.count, end: "))")
        }
        for (opening, end) in [("(?P<", ">"), ("(?<", ">"), ("(?'", "'")] where isNext(opening) {
            return try beginNamedGroup(opening, end)
        }
        if isNext("(?#") { return try skipComment() }
        try openOptions()
    }

    private mutating func beginGroup(_ text: String, length: Int, end: String = ")") {
        openGroups.append((options, end))
        output += text
        position += length
    }

    private mutating func beginNamedGroup(_ opening: String, _ end: String) throws(MalformedPatternError) {
        position += opening.count
        guard let name = readText(until: end), !name.isEmpty,
            name.utf8.allSatisfy({ ScalarSet.word.contains(UInt32($0)) })
        else { throw refusal("a group's name must be letters, digits and “_”, as in (?<name>…)") }
        beginGroup("(?:", length: 0)
    }

    private mutating func skipComment() throws(MalformedPatternError) {
        guard readText(until: ")") != nil else { throw refusal("the comment (?#… is not closed") }
    }

    /// `(?i)` changes options to the end of the group around it, `(?i:…)` within its own.
    private mutating func openOptions() throws(MalformedPatternError) {
        position += 2
        var changed = options
        var value = true
        while let scalar = current {
            position += 1
            switch scalar {
            case "-": value = false
            case ")":
                if let next = current, "*+?{".unicodeScalars.contains(next) { throw refusal("nothing to repeat") }
                return options = changed
            case ":":
                beginGroup("(?:", length: 0)
                return options = changed
            case "i", "m", "s", "x", "U": _ = changed.set(scalar, to: value)
            default: throw refusal("groups starting with (?\(scalar) are not supported")
            }
        }
        throw refusal("the group (? is not closed")
    }

    private mutating func closeGroup() {
        // One without an opening is written out, for the compiler to refuse.
        let group = openGroups.popLast() ?? (options, ")")
        options = group.options
        emit(group.end)
    }
}
