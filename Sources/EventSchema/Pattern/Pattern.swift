/// A compiled regular expression of ECMA-262 that is searched for in time linear in the text.
///
/// No position is tried twice: the expression runs as a finite automaton, as a table where that stays small and as a
/// set of states otherwise. Look-arounds are decided for all positions in one pass each. Only back-references, which no
/// automaton can follow, are refused.
package final class Pattern: Sendable {
    /// The expression as written.
    let source: String
    /// Whether its codes are Unicode scalars (the `u` flag); otherwise they are UTF-16 units.
    let unicode: Bool
    private let program: PatternProgram
    private let table: PatternTable?

    /// The number of instructions of the automaton.
    var size: Int { program.instructions.count }

    /// Compiles an expression.
    ///
    /// - Parameters:
    ///   - source: the expression without delimiters and flags.
    ///   - unicode: whether the `u` flag's rules hold. Without it annex B of ECMA-262 does.
    ///   - allowsRedundantEscapes: whether any character that cannot be part of a word may be escaped, also with the
    ///     `u` flag.
    ///   - usesTable: whether a table may be built; tests of the general search set `false`.
    ///   - maximumSize: how many instructions the automaton may have.
    ///   - tableSteps: how many steps the table may take, and then how many are left for others.
    /// - Throws: ``PatternError`` when the expression is malformed, has a back-reference, or is too large.
    init(
        _ source: String, unicode: Bool, allowsRedundantEscapes: Bool = false, usesTable: Bool = true,
        maximumSize: Int, tableSteps: inout Int
    ) throws(PatternError) {
        var parser = PatternParser(source, unicode: unicode, allowsRedundantEscapes: allowsRedundantEscapes)
        self.source = source
        self.unicode = unicode
        program = try PatternProgram(parser.parse(), maximumSize: maximumSize)
        table = usesTable ? PatternTable(program, within: &tableSteps) : nil
    }

    /// Compiles an expression for itself.
    package convenience init(
        _ source: String, unicode: Bool, usesTable: Bool = true, maximumSize: Int = Schema.Limits().maximumPatternSize
    ) throws(PatternError) {
        var steps = PatternTable.maximumSteps
        try self.init(
            source, unicode: unicode, usesTable: usesTable, maximumSize: maximumSize, tableSteps: &steps)
    }

    /// Whether the expression matches anywhere in `text`.
    @inline(never)  // keeps the frames of the validation, which recurses, small
    package func matches(_ text: String) -> Bool { text.withUTF8Bytes { matches($0.span) } }

    /// Whether the expression matches anywhere in a text in UTF-8.
    func matches(_ text: Span<UInt8>) -> Bool {
        var steps = Int.max
        return matches(text, within: &steps)
    }

    /// Whether the expression matches anywhere in a text in UTF-8. `steps` is how many the search may take, and then
    /// how many are left: it takes eight, one for each byte, and without a table one for each state of the automaton
    /// that is visited. Below zero, there was no answer.
    @inline(never)
    func matches(_ text: Span<UInt8>, within steps: inout Int) -> Bool {
        steps -= text.count + 8
        guard steps >= 0 else { return false }
        if let found = table?.matches(text, unicode: unicode) { return found }
        return search(String(text), within: &steps)
    }

    private func search(_ text: String, within steps: inout Int) -> Bool {
        let codes = unicode ? UnpairedSurrogate.codes(of: text) : UnpairedSurrogate.units(of: text)
        var search = PatternSearch(program, in: codes, maximumSteps: steps)
        let found = search.matches()
        steps = search.stepsLeft
        return found && steps >= 0
    }
}
