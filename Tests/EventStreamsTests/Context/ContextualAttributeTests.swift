import EventStreams
import Testing

@Suite struct ContextualAttributeTests {
    @Test(arguments: ContextualAttribute.builtIn)
    func `a name is its path joined by an underscore`(attribute: ContextualAttribute) {
        #expect(attribute.path.joined(separator: "_") == attribute.name)
        #expect(attribute.path.count == (attribute == .accessMethod ? 1 : 2))
        #expect(ContextualAttribute(name: attribute.name) == attribute)
    }

    @Test(
        arguments: [
            ("page_namespace", ContextualAttribute.pageNamespaceID), ("page_namespace_text", .pageNamespaceName),
            ("page_wikidata_id", .pageWikidataQID), ("mediawiki_db_name", .mediaWikiDatabase),
            ("user_is_logged_in", .performerIsLoggedIn), ("platform_family", .agentClientPlatformFamily),
        ])
    func `older names mean today's attributes`(name: String, attribute: ContextualAttribute) {
        #expect(ContextualAttribute(name: name) == attribute)
    }

    @Test(arguments: ["", "page", "page_mood", "user_", "Page_id", "user_agent"])
    func `unknown names are no attributes`(name: String) {
        #expect(ContextualAttribute(name: name) == nil)
    }

    @Test func `an app's own attribute has the field and the type that the app declares`() {
        let offline = ContextualAttribute("offline", field: "player.is_offline", type: .boolean)
        #expect(offline.isOwn && offline.name == "offline" && offline.type == .boolean)
        #expect(offline.path == ["player", "is_offline"] && offline.source == .application)
        #expect(offline == "offline" && offline.hashValue == ContextualAttribute("offline").hashValue)
        #expect(offline != "online" && !ContextualAttribute.builtIn.contains(offline))
    }

    @Test func `without a field, a name is the property of that name, or splits at its first underscore`() {
        #expect(ContextualAttribute("player_is_offline").paths == [["player_is_offline"], ["player", "is_offline"]])
        #expect(ContextualAttribute("player_is_offline").path == ["player", "is_offline"])
        #expect(ContextualAttribute("action_speed").writablePaths == [["action_speed"]])
        #expect(ContextualAttribute("offline").path == ["offline"] && ContextualAttribute("offline").type == .any)
    }

    @Test func `a name of the platform is the platform's attribute, also in a literal`() {
        #expect(
            ("page_id" as ContextualAttribute) == .pageID
                && ("page_namespace" as ContextualAttribute) == .pageNamespaceID)
        #expect(ContextualAttribute("page_id", field: "page.id", type: .integer) == .pageID)
        #expect(ContextualAttribute("page_id", field: "other").problem != nil)
        #expect(ContextualAttribute("page_id", type: .string).problem != nil)
    }
}
