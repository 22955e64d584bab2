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
        context.mediawiki.isProduction = false
        context.performer.groups = ["user", "bot"]
        context[.agentAppVersion] = JSONNumber(literal: "1.50").map(JSONValue.number)
        var writer = FieldWriter(capacity: 0)
        writer.context(context)
        var reader = FieldReader(writer.bytes)
        #expect(try reader.context() == context)
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
        var reader = FieldReader(writer.bytes)
        var expected = Context.empty
        expected.domain = "example.org"
        expected.page.id = 7
        #expect(try reader.context() == expected)
    }
}
