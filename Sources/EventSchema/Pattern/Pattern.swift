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
    ///   - usesTable: whether a table may be built; tests of the general search set `false`.
    ///   - maximumSize: how many instructions the automaton may have.
    /// - Throws: ``PatternError`` when the expression is malformed, has a back-reference, or is too large.
    package init(
        _ source: String, unicode: Bool, usesTable: Bool = true, maximumSize: Int = Schema.Limits().maximumPatternSize
    ) throws(PatternError) {
        var parser = PatternParser(source, unicode: unicode)
        self.source = source
        self.unicode = unicode
        program = try PatternProgram(parser.parse(), maximumSize: maximumSize)
        table = usesTable ? PatternTable(program) : nil
    }

    /// Whether the expression matches anywhere in `text`.
    @inline(never)  // keeps the frames of the validation, which recurses, small
    package func matches(_ text: String) -> Bool {
        var steps = 0
        return matches(text, steps: &steps)
    }

    /// Whether the expression matches anywhere in a text in UTF-8.
    @inline(never)
    func matches(_ text: Span<UInt8>) -> Bool {
        if let found = table?.matches(text, unicode: unicode) { return found }
        var steps = 0
        return search(String(text), &steps)
    }

    /// Whether the expression matches, adding to `steps` how much work it was: automaton states visited, or the bytes
    /// of a text for which there is a table.
    func matches(_ text: String, steps: inout Int) -> Bool {
        if let table, let found = text.withUTF8Bytes({ table.matches($0.span, unicode: unicode) }) {
            steps += text.utf8.count
            return found
        }
        return search(text, &steps)
    }

    private func search(_ text: String, _ steps: inout Int) -> Bool {
        let codes = unicode ? UnpairedSurrogate.codes(of: text) : UnpairedSurrogate.units(of: text)
        var search = PatternSearch(program, in: codes)
        let found = search.matches()
        steps += search.steps
        return found
    }
}
