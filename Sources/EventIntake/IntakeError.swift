import Foundation

/// Why an intake could not start, or its store not be read.
public struct IntakeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The file at the store's path cannot be used, and was left as it was.
        case storeUnusable
        /// The token is missing where one is needed, or is none that a header can carry.
        case tokenUnusable
        /// A sink cannot be written.
        case sinkUnusable
        /// The stream configurations cannot be read.
        case streamsUnusable
        /// The address cannot be listened on.
        case addressUnusable
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What, where, and how to mend it, as sentences.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
