/// Why a schema could not be compiled.
public struct SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where: the schema's URI, as far as it has one, and behind the `#` a JSON pointer into it.
    public let location: String
    /// What is wrong.
    public let message: String
    /// How to correct it.
    public let remedy: String

    /// Creates an error.
    package init(location: String, message: String, remedy: String) {
        self.location = location
        self.message = message
        self.remedy = remedy
    }

    /// Location, message and remedy in one line.
    public var description: String { "\(location): \(message) \(remedy)" }
}
