import EventSchema
import EventSupport

/// An event's id, compared byte by byte. Swift's `String` compares canonically, so strings with different bytes can be
/// equal.
enum StoredID: Hashable, Sendable {
    case uuid(LowercaseUUID)
    /// An id that is no lower-case UUID.
    case text(ExactText)

    init(_ text: String) { self = LowercaseUUID(text).map { .uuid($0) } ?? .text(ExactText(text)) }

    /// The id as in the event.
    var text: String {
        switch self {
        case .uuid(let uuid): uuid.text
        case .text(let exact): exact.text
        }
    }
}
