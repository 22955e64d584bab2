import EventSupport
import Testing

@Suite struct NearestNameTests {
    private static let names = [
        "sample", "contains_all", "mediawiki_database", "performer_language", "ios_notification_interaction",
        "analytics/mediawiki/client/metrics_event", "analytics/mobile_apps/app_interaction",
    ]

    @Test(arguments: [
        ("sampel", "sample"), ("samle", "sample"), ("Sample", "sample"), ("MEDIAWIKI_DATABASE", "mediawiki_database"),
        ("contains_al", "contains_all"), ("analytics/mediawiki/metrics_event", nil),
        ("analytics/mediawiki/clients/metric_event", "analytics/mediawiki/client/metrics_event"),
    ])
    func `a name with few mistakes has the name that was meant`(name: String, meant: String?) {
        #expect(Self.names.nearest(to: name) == meant)
    }

    @Test(arguments: [
        "simple_", "contains_some", "performer_database", "ios_article_link_interaction", "maps/interaction",
        "analytics/mediawiki/content_translation_event", "", "s",
    ])
    func `a name that differs in more has none`(name: String) { #expect(Self.names.nearest(to: name) == nil) }

    @Test func `a limit makes fewer names near`() {
        #expect(Self.names.nearest(to: "contains_", limit: 2) == nil)
        #expect(Self.names.nearest(to: "performer_langage", limit: 1) == "performer_language")
    }
}
