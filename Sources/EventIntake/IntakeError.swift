/// Why an intake cannot run: what, where, and how to mend it.
public struct IntakeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, where, and how to mend it.
    public let description: String

    init(_ description: String) { self.description = description }
}
