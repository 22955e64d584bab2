import EventSchema
import Testing

@testable import EventPlatform

@Suite struct InteractionDataTests {
    private static func text(_ data: InteractionData) -> String {
        var writer = JSONWriter()
        data.write(action: "open", to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `properties that are nil are not written`() {
        #expect(Self.text(InteractionData()) == #"{"action":"open"}"#)
    }

    @Test func `each property is written under its name in the schema, and the context as JSON text`() throws {
        let data = InteractionData(
            subtype: "a", source: "b", elementID: "c", elementFriendlyName: "d", funnelName: "e", context: ["f": 1])
        let expected: JSONValue = [
            "action": "open", "action_subtype": "a", "action_source": "b", "element_id": "c",
            "element_friendly_name": "d", "funnel_name": "e", "action_context": #"{"f":1}"#,
        ]
        #expect(try JSONValue(parsing: Array(Self.text(data).utf8)) == expected)
    }

    @Test func `a field does not replace a property that is set`() {
        let data = InteractionData(elementID: "own", fields: ["element_id": "other", "funnel_name": "field", "x": 1])
        #expect(Self.text(data) == #"{"action":"open","element_id":"own","funnel_name":"field","x":1}"#)
    }
}
