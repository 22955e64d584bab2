import Foundation

/// An error of an intake, its store or one of its sinks.
public struct IntakeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The store cannot be used: its file is not a store or damaged, another intake writes it, another program has
        /// locked it, or it was closed. The file is unchanged.
        case storeUnusable
        /// A token is required and missing, or it has characters that are not allowed in a header.
        case tokenUnusable
        /// A sink cannot be written.
        case sinkUnusable
        /// The file of stream configurations cannot be read or is not a response of the API.
        case streamsUnusable
        /// The file of the clients' remote configuration cannot be read or is not a JSON object.
        case clientConfigurationUnusable
        /// The address cannot be listened on.
        case addressUnusable
        /// The process may have too few files open.
        case tooFewFiles
    }

    /// The kind of error.
    public let code: Code
    /// What is wrong, where, and how to correct it. Contains paths and addresses, never values of events.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
