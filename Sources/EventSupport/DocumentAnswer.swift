/// The answer to a request for a document that may be known.
package enum DocumentAnswer: Sendable, Equatable {
    /// The document, and the tag by which the next request may name it; `nil` without one.
    case document([UInt8], tag: String?)
    /// The document is the one whose tag the request named.
    case unchanged
    /// There is no such document.
    case missing
}
