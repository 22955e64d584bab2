/// A regular expression that several threads use, made once.
///
/// A literal in a function is parsed at each call, which takes longer than most matches.
package struct SharedExpression<Output>: @unchecked Sendable {
    // An expression compiles itself at its first match and keeps the program. The initializer makes that match, before
    // another thread can have the value; later matches only read the program. Expressions of literals have no other
    // state.
    package let regex: Regex<Output>

    /// - Parameter regex: the expression of a literal.
    package init(_ regex: Regex<Output>) {
        self.regex = regex
        _ = "".firstMatch(of: regex)
    }
}
