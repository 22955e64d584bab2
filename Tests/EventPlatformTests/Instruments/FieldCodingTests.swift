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
        var writer = FieldWriter(capacity: 0)
        writer.context(context)
        #expect(try Self.context(in: writer.bytes) == context)
    }

    @Test func `an attribute that this version does not have is left out`() throws {
        var writer = FieldWriter(capacity: 0)
        writer.text("example.org")
        writer.bytes.append(2)
        writer.text("no_such_attribute")
        writer.bytes.append(4)
        writer.text("page_id")
        writer.bytes.append(2)
        writer.integer(7)
        var expected = Context.empty
        expected.domain = "example.org"
        expected.page.id = 7
        #expect(try Self.context(in: writer.bytes) == expected)
    }

    private static func context(in bytes: [UInt8]) throws -> Context {
        try bytes.withUnsafeBufferPointer { bytes in
            var reader = FieldReader(bytes)
            return try reader.context()
        }
    }
}
