/// An event's id. Two are the same when their bytes are: Swift takes texts for equal that are not.
struct StoredID: Hashable, Sendable {
    /// The id as the event has it.
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: StoredID, right: StoredID) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
