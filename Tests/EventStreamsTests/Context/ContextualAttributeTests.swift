import EventStreams
import Testing

@Suite struct ContextualAttributeTests {
    @Test(arguments: ContextualAttribute.allCases)
    func `a name is its path joined by an underscore`(attribute: ContextualAttribute) {
        #expect(attribute.path.joined(separator: "_") == attribute.rawValue)
        #expect(attribute.path.count == (attribute == .accessMethod ? 1 : 2))
        #expect(ContextualAttribute(name: attribute.rawValue) == attribute)
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
}
