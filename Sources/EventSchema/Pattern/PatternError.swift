/// Why a regular expression was refused, and where.
struct PatternError: Error, Sendable, Hashable {
    /// What is wrong, for a person.
    let reason: String
    /// How to mend it.
    let remedy: String
    /// Where, in code points (or, for the intake, UTF-16 units) from the start of the pattern.
    let offset: Int
}
