/// An event's id, compared byte by byte. Swift's `String` compares canonically, so strings with different bytes can be
/// equal.
struct StoredID: Hashable, Sendable {
    /// The id as in the event.
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: StoredID, right: StoredID) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
