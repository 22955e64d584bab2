import EventStreams
import Foundation
import TestSupport
import Testing

/// The sensitivity of the contextual attributes, in code and in the documentation.
@Suite struct SensitivityTests {
    @Test(
        arguments: [
            (ContextualAttribute.agentAppInstallID, Sensitivity.high), (.performerID, .high), (.performerName, .high),
            (.performerSessionID, .moderate), (.performerPageviewID, .moderate), (.pageTitle, .moderate),
            (.performerActiveBrowsingSessionToken, .moderate),
            (.agentClientPlatform, .low), (.agentAppTheme, .low), (.performerIsLoggedIn, .low),
        ])
    func `an attribute that leads to a person is more sensitive than one that many share`(
        attribute: ContextualAttribute, sensitivity: Sensitivity
    ) {
        #expect(attribute.sensitivity == sensitivity)
    }

    @Test func `the levels rise from low to high`() {
        #expect(Sensitivity.allCases.sorted() == [.low, .moderate, .high])
    }

    @Test(arguments: ContextualAttribute.builtIn) func `an attribute has a sentence as the reason for its level`(
        attribute: ContextualAttribute
    ) {
        #expect(attribute.sensitivityReason.hasSuffix("."))
        #expect(
            attribute.sensitivity == .low
                || attribute.sensitivityReason != ContextualAttribute.agentAppTheme.sensitivityReason)
    }

    @Test func `the documentation has the table of all attributes`() throws {
        let page = Checkout.file("Sources/EventStreams/Documentation.docc/ContextualAttributes.md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
        let expected = ContextualAttribute.builtIn.map { attribute in
            "| `\(attribute.name)` | `\(attribute.path.joined(separator: "."))` | \(attribute.type) | "
                + "\(attribute.source) | \(attribute.sensitivity) | \(attribute.sensitivityReason) |"
        }
        #expect(lines.map(String.init) == expected)
    }
}
