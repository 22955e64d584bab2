import Foundation
import TestSupport
import Testing

@Suite struct VerdictTableTests {
    @Test func `every row of the verdict table has a test of its name, and every status test has a row`() throws {
        func read(_ path: String) throws -> String { try String(contentsOf: Checkout.file(path), encoding: .utf8) }
        let article = try read("Sources/EventPlatform/Documentation.docc/VerdictsOfTheIntake.md")
        let rows = article.matches(of: /\n\| `([^`]+)` \|/).map { String($0.1) }
        #expect(rows.count >= 29 && Set(rows).count == rows.count)
        let tests =
            try read("Tests/EventPlatformTests/Dispatch/VerdictTests.swift")
            + read("Tests/EndToEndTests/Delivery/NetworkVerdictTests.swift")
        for row in rows { #expect(tests.contains("func `\(row)`("), "\(row)") }
        let ofStatuses = tests.matches(of: /func `([0-9]{3}[^`]*)`\(/).map { String($0.1) }
        #expect(Set(ofStatuses).isSubset(of: rows))
    }
}
