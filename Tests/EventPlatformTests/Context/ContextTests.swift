import EventSchema
import EventStreams
import Testing

@testable import EventPlatform

@Suite struct ContextTests {
    @Test func `typed properties set the attributes of their names`() {
        var context = Context.empty
        context.page.id = -1
        context.performer.groups = ["user", "bot"]
        context.performer.activeBrowsingSessionToken = "5a21c09e7fb3d4618c0e"
        context.mediaWiki.isProduction = false
        context.agent.appTheme = "dark"
        #expect(context[.agentAppTheme] == "dark" && context[.mediaWikiIsProduction] == false)
        #expect(context[.performerActiveBrowsingSessionToken] == "5a21c09e7fb3d4618c0e")
        #expect(context[.pageID] == -1 && context[.performerGroups] == ["user", "bot"])
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
}
