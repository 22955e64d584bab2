/// The error for a forecast that cannot be made, with the reason for the user.
package struct ForecastError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, and how to correct it.
    package let description: String

    init(_ description: String) { self.description = description }
}
