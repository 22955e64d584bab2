/// The error for a forecast that cannot be made, with the reason for the user.
package struct ForecastError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, and how to correct it.
    package let description: String
    /// Whether there is no stream of the name.
    package let isUnknownStream: Bool

    init(_ description: String, isUnknownStream: Bool = false) {
        (self.description, self.isUnknownStream) = (description, isUnknownStream)
    }
}
