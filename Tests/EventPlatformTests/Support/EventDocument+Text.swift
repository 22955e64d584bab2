import EventSchema

@testable import EventPlatform

extension EventDocument {
    /// What an app gives as JSON text.
    static func given(_ text: String, isWhole: Bool) throws -> EventDocument {
        try EventDocument(JSON(parsing: text, options: .lenient), isWhole: isWhole, generatedID: "id")
    }

    /// The event in the envelope of a stream `s`, with what `add` adds.
    func completed(_ add: (inout EventTemplate) throws -> Void = { _ in }) rethrows -> EventDocument {
        var (event, template) = (self, EventTemplate(of: self, stream: "s", schema: "/t/1.0.0"))
        try add(&template)
        event.add(template.prepared(), submittedAt: Timestamp(milliseconds: 0))
        return event
    }
}
