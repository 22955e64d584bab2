import Testing

@testable import EventPlatform

@Suite struct IntakeListsTests {
    @Test func `an id in a response matches an event with the same bytes, not one that is canonically equivalent`() {
        let body = "{\"invalid\":[{\"status\":\"invalid\",\"event\":{\"meta\":{\"id\":\"\u{e9}\"}},\"context\":{}}]}"
        let lists = IntakeLists(Array(body.utf8))
        func event(_ id: String) -> LeasedEvent {
            LeasedEvent(row: 1, id: id, stream: "s", priority: .normal, body: [])
        }
        #expect(lists?.nameOnly([event("\u{e9}")]) == true && lists?.refuses(event("\u{e9}")) == true)
        #expect(lists?.nameOnly([event("e\u{301}")]) == false && lists?.refuses(event("e\u{301}")) == false)
    }

    @Test func `lists that echo an event with half of a surrogate pair are read`() {
        let body = #"{"invalid":[{"status":"invalid","event":{"meta":{"id":"a"},"x":"\ud83e"},"context":{}}]}"#
        let event = LeasedEvent(row: 1, id: "a", stream: "s", priority: .normal, body: [])
        #expect(IntakeLists(Array(body.utf8))?.refuses(event) == true)
    }
}
