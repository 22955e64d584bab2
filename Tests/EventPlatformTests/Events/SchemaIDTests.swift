import Testing

@testable import EventPlatform

@Suite struct SchemaIDTests {
    @Test(
        arguments: [
            ("/analytics/product_metrics/app/base/1.3.0", "analytics/product_metrics/app/base"),
            ("/error/2.0.0", "error"),
            ("error/2.0.0", "error"), ("/1.0.0", ""), ("", ""),
        ])
    func `the title is the path without its version`(path: String, title: String) {
        #expect(SchemaID(path).title == title)
    }

    @Test func `ids are compared by their bytes`() {
        #expect(SchemaID("\u{e9}") != SchemaID("e\u{301}"))
        #expect(Set(["\u{e9}", "e\u{301}", "\u{e9}"].map { SchemaID($0) }).count == 2)
    }

    @Test func `an empty fragment is removed`() {
        #expect(SchemaID("/error/2.0.0#").withoutFragment == SchemaID("/error/2.0.0"))
        #expect(SchemaID("/error/2.0.0").withoutFragment == SchemaID("/error/2.0.0"))
    }
}
