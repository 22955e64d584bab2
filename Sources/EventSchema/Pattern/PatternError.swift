/// Why a regular expression was refused, and where.
package struct PatternError: Error, Sendable, Hashable {
    /// What is wrong, for a person.
    package let reason: String
    /// How to correct it.
    package let remedy: String
    /// Where, in code points (or, for the intake, UTF-16 units) from the start of the pattern.
    package let offset: Int
}
