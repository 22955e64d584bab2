import Foundation
import Testing

@testable import EventPlatform

@Suite struct DestinationsTests {
    @Test(arguments: [
        ("http://h:8192", "http://h:8192/v1/events"), ("http://h:8192/", "http://h:8192/v1/events"),
        ("https://h?hasty=true", "https://h/v1/events?hasty=true"), ("https://h/v2/in", "https://h/v2/in"),
    ])
    func `a URL without a path is an intake at the default path`(given: String, used: String) throws {
        let url = try #require(URL(string: given))
        #expect(Destinations.everything(to: url).url(of: "any")?.absoluteString == used)
        #expect(Destinations(services: ["logs": url]).url(of: "logs")?.absoluteString == used)
    }
}
