import Testing

@testable import EventCatalog

/// The spellings of a `$schema` that stand for the same schema, as in the existing intake.
@Suite struct SchemaURITests {
    @Test(
        arguments: [
            "/t/a/1.0.0", "/t/a/1.0.0.yaml", "/t/a/1.0.0.json", "//t/a/1.0.0", "/./t/a/1.0.0", "/t/../t/a/1.0.0",
            "/t//a/1.0.0", "/t/%2e%2E/t/a/1.0.0", "/t/.%2e/t/a/1.0.0", "/%2e/t/a/1.0.0", "///t/./a//1.0.0.yaml",
        ])
    func `a spelling of the same path is the same schema`(uri: String) {
        #expect(SchemaURI.normalized(uri) == "/t/a/1.0.0")
    }

    @Test(
        arguments: [
            "", "/", "t/a/1.0.0", "./t/a/1.0.0", "../../etc/passwd", "/../t/a/1.0.0", "/t/../../t/a/1.0.0",
            "/%2e%2e/t/a/1.0.0", "/t/a/1.0.0/", "/t/a/1.0.0/.", "/t/a/1.0.0/x/..", "http://t/a/1.0.0",
        ])
    func `a path that is relative, leads out of the repository or names a folder is not a schema`(uri: String) {
        #expect(SchemaURI.normalized(uri) == nil)
    }

    @Test(arguments: ["/t/%61/1.0.0", "/t%2fa/1.0.0", "/T/a/1.0.0", "/t\\a\\1.0.0", "/etc/passwd", "/t/a/1.0.0\0.yaml"])
    func `no other characters are decoded or equal`(uri: String) {
        #expect(SchemaURI.normalized(uri) != "/t/a/1.0.0")
    }
}
