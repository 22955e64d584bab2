/// What an evaluation makes of an instance.
package struct Evaluation: Sendable {
    /// The instance with its defaults.
    package let instance: JSONValue
    /// What is wrong, one for each broken keyword of the schema.
    package let failures: [Failure]
}
