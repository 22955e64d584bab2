import EventSupport
import Foundation
import Testing

@Suite struct URLWithoutSecretsTests {
    @Test(
        arguments: [
            ("https://user:word@example.org:8192/v1/events?token=x#part", "https://example.org:8192/v1/events"),
            ("https://example.org/v1/events", "https://example.org/v1/events"),
            ("http://example.org?key=x", "http://example.org"),
        ])
    func `credentials, query and fragment of a URL are removed`(text: String, expected: String) throws {
        let url = try #require(URL(string: text))
        #expect(url.withoutSecrets == expected)
    }
}
