import EventSchema
import Foundation

/// The parts of a `$ref`: a file, and a location in it.
package struct ReferenceText: Sendable {
    /// Where the file is searched.
    package enum Target: Sendable {
        /// The file of the `$ref` itself.
        case sameFile
        /// A path from the root of a repository, with a leading slash: `/title/X.Y.Z`.
        case path(String)
        /// A URL whose path ends in the path of a repository.
        case url(String)
        /// The `$id` of a part of the same file.
        case identifier(String)
    }

    package let target: Target
    /// The tokens of the JSON pointer; empty for the whole file.
    let pointer: [String]

    /// - Returns: `nil` when what follows `#` is neither empty nor a JSON pointer.
    package init?(_ text: String) {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? String(parts[1]) : ""
        let decoded = fragment.removingPercentEncoding ?? fragment
        guard decoded.isEmpty || decoded.hasPrefix("/") else { return nil }
        pointer = JSONPointer.tokens(of: decoded)
        target = Self.target(String(parts[0]))
    }

    private static func target(_ text: String) -> Target {
        if ["", ".", "./"].contains(text) { return .sameFile }
        if text.hasPrefix("/") { return .path(text) }
        return text.contains("://") ? .url(text) : .identifier(text)
    }
}
