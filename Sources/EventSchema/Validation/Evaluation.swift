/// What an evaluation makes of an instance.
package struct Evaluation: Sendable {
    /// The instance with its defaults; `nil` when none was filled in.
    package var filled: JSON?
    /// What is wrong, one for each broken keyword of the schema.
    package let failures: [Failure]
}
