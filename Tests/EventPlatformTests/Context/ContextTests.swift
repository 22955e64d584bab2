import EventSchema
import EventStreams
import Testing

@testable import EventPlatform

@Suite struct ContextTests {
    @Test func `typed properties set the attributes of their names`() {
        var context = Context.empty
        context.page.id = -1
        context.performer.groups = ["user", "bot"]
        context.mediawiki.isProduction = false
        context.agent.appTheme = "dark"
        let expected: JSONObject = [
            "agent_app_theme": "dark", "mediawiki_is_production": false, "page_id": -1,
            "performer_groups": ["user", "bot"],
        ]
        #expect(context.json == expected)
        #expect(context.page.id == -1 && context.performer.groups == ["user", "bot"])
    }

    @Test func `setting nil removes an attribute`() {
        var context = Context.empty
        context.page.title = "Blue whale"
        context.page.title = nil
        #expect(context.isEmpty)
    }

    @Test func `a value of another type is not returned by a typed property`() {
        var context = Context.empty
        context[.pageID] = JSONValue.string("7")
        context[.pageTitle] = JSONValue.bool(true)
        #expect(context.page.id == nil && context.page.title == nil)
    }

    @Test func `a context is read from its JSON, without unknown names`() {
        var context = Context.empty
        context.domain = "example.org"
        context.page.title = "Blue whale"
        context.performer.isBot = true
        var json = context.json
        #expect(Context(json: json) == context)
        json["no_such_attribute"] = JSONValue.bool(true)
        #expect(Context(json: json) == context)
    }
}
