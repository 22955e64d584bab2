import EventSchema
import EventStreams
import Testing

@testable import EventPlatform

@Suite struct FieldCodingTests {
    @Test func `a context of every type of value is read as it was written`() throws {
        var context = Context.empty
        context.domain = "example.org"
        context.page.title = "Blue whale"
        context.page.id = -1
        context.performer.isBot = true
        context.mediaWiki.isProduction = false
        context.performer.groups = ["user", "bot"]
        context[.agentAppVersion] = JSONNumber(literal: "1.50").map(JSONValue.number)
        context[ContextualAttribute("offline", field: "player.is_offline", type: .boolean)] = true
        context["mood"] = "calm"
        var writer = FieldWriter(capacity: 0)
        writer.context(context)
        let read = try Self.context(in: writer.bytes)
        #expect(read == context)
        let offline = try #require(read.ownAttributes.first { $0 == "offline" })
        #expect(offline.path == ["player", "is_offline"] && offline.type == .boolean)
    }

    @Test func `an attribute that is not the platform's is one of the app's own`() throws {
        var writer = FieldWriter(capacity: 0)
        writer.text("example.org")
        writer.byte(2)
        writer.text("own_attribute")
        writer.byte(4)
        writer.text("page_id")
        writer.byte(2)
        writer.integer(7)
        var expected = Context.empty
        expected.domain = "example.org"
        expected.page.id = 7
        expected["own_attribute"] = true
        #expect(try Self.context(in: writer.bytes) == expected)
    }

    private static func context(in bytes: [UInt8]) throws -> Context {
        try bytes.withUnsafeBufferPointer { bytes in
            var reader = FieldReader(bytes)
            return try reader.context()
        }
    }
}
