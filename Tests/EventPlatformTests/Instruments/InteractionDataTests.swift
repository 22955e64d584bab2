import EventSchema
import Testing

@testable import EventPlatform

@Suite struct InteractionDataTests {
    private static func text(_ data: InteractionData) -> String {
        data.properties(action: "open").description
    }

    @Test func `properties that are nil are not written`() {
        #expect(Self.text(InteractionData()) == #"{"action":"open"}"#)
    }

    @Test func `each property is written under its name in the schema, and the context as JSON text`() throws {
        let data = InteractionData(
            subtype: "a", source: "b", elementID: "c", elementFriendlyName: "d", funnelName: "e",
            funnelEntryToken: "t", funnelEventSequencePosition: 2, context: ["f": 1])
        let expected: JSONValue = [
            "action": "open", "action_subtype": "a", "action_source": "b", "element_id": "c",
            "element_friendly_name": "d", "funnel_name": "e", "funnel_entry_token": "t",
            "funnel_event_sequence_position": 2, "action_context": #"{"f":1}"#,
        ]
        #expect(try JSONValue(parsing: Array(Self.text(data).utf8)) == expected)
    }

    @Test func `fields that are nested deeper than JSON may be cannot be sent`() {
        func fields(depth: Int) -> JSONObject {
            var value: JSONValue = 1
            for _ in 1..<depth { value = ["x": value] }
            return ["x": value]
        }
        #expect(InteractionData(fields: fields(depth: 512)).fieldsFailure == nil)
        #expect(InteractionData(fields: fields(depth: 513)).fieldsFailure == "nested deeper than 512")
    }

    @Test func `a field does not replace a property that is set`() {
        let data = InteractionData(elementID: "own", fields: ["element_id": "other", "funnel_name": "field", "x": 1])
        #expect(Self.text(data) == #"{"action":"open","element_id":"own","funnel_name":"field","x":1}"#)
    }

    @Test func `data with encoded fields has the place in its funnel too`() {
        let values: [String: any Encodable] = ["x": 1]
        for data in [
            InteractionData(funnelEntryToken: "t", funnelEventSequencePosition: 2, fields: values),
            InteractionData(funnelEntryToken: "t", funnelEventSequencePosition: 2, fields: Field(x: 1)),
        ] {
            #expect(
                Self.text(data)
                    == #"{"action":"open","funnel_entry_token":"t","funnel_event_sequence_position":2,"x":1}"#)
        }
    }

    private struct Field: Encodable {
        let x: Int
    }
}
