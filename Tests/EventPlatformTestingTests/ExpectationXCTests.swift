import EventPlatform
import EventPlatformTesting
import EventSchema

#if canImport(XCTest) && !canImport(Darwin)
    import XCTest

    /// Expectations in an `XCTestCase`, which records the failures of a part of a test instead of failing.
    final class ExpectationXCTests: XCTestCase {
        private var isRecording = false
        private var failures: [(text: String, file: String, line: Int)] = []

        override func recordFailure(
            withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
        ) {
            guard !isRecording else { return failures.append((description, filePath, lineNumber)) }
            super.recordFailure(
                withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
        }

        func testThatAMissingEventFailsAtThePlaceOfTheCall() async {
            let platform = TestPlatform(streams: ["app": [:]])
            await platform.loadConfigurations()
            platform.client.submitClick(stream: "app", interactionData: .init(elementID: "open"))
            await platform.expectEvent(stream: "app", ["element_id": "open"])
            isRecording = true
            await platform.expectEvent(stream: "app", ["element_id": "save"])
            isRecording = false
            XCTAssertEqual(failures.map(\.line), [#line - 2])
            XCTAssertEqual(failures.first?.file.hasSuffix("ExpectationXCTests.swift"), true)
            XCTAssertEqual(failures.first?.text.contains("- /element_id: \"save\"\n+ /element_id: \"open\""), true)
        }

        func testThatAnInvalidEventFailsWhenThePlatformIsReleased() async {
            var platform: TestPlatform? = TestPlatform(
                streams: ["app": ["schema_title": "analytics/product_metrics/app/base"]])
            await platform?.loadConfigurations()
            platform?.client.submitClick(stream: "app", interactionData: .init(fields: ["size": 1]))
            await platform?.client.persist()
            // An optimised build would release it after its last use, which is the line above.
            withExtendedLifetime(platform) { isRecording = true }
            platform = nil
            isRecording = false
            XCTAssertEqual(failures.map(\.line), [#line - 9])
            XCTAssertEqual(
                failures.first?.text.contains("app: invalid: /size: the schema does not have this property"), true)
        }
    }
#endif
