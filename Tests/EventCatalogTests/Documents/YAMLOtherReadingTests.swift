import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventCatalog

/// The table of readings against `Tests/YAMLReaders/scalars.tsv`, whose other columns `.ci/yaml-readers` compares with
/// real readers.
@Suite struct YAMLOtherReadingTests {
    private struct Scalar {
        let text: String
        let yaml11: String
        let yaml12: String
        /// What real readers have: PyYAML and ruamel.yaml for 1.1, ruamel.yaml for 1.2.
        let readers: [String]
    }

    private func scalars() throws -> [Scalar] {
        let text = try String(contentsOf: Checkout.file("Tests/YAMLReaders/scalars.tsv"), encoding: .utf8)
        return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(columns.count == 6, "\(line)")
            return Scalar(
                text: columns[0], yaml11: columns[1], yaml12: columns[2], readers: Array(columns.suffix(3)))
        }
    }

    @Test func `the table has what the list has`() throws {
        let scalars = try scalars()
        #expect(scalars.count > 200)
        for scalar in scalars {
            let reading = YAMLOtherReading(of: scalar.text)
            #expect(reading.yaml11.rawValue == scalar.yaml11, "\(scalar.text)")
            #expect(reading.yaml12.rawValue == scalar.yaml12, "\(scalar.text)")
        }
    }

    @Test func `what any reader takes for something else is written in quotes, in both styles`() throws {
        for scalar in try scalars() where scalar.readers.contains(where: { $0 != "text" }) {
            #expect(!YAMLOtherReading(of: scalar.text).isText, "\(scalar.text)")
            for style in [YAMLScalarText.Style.readable, .jsYAML] {
                #expect(YAMLScalarText.text(of: scalar.text, style) == "'\(scalar.text)'")
            }
        }
    }

    @Test func `what our reader does not take for a text is none to others`() throws {
        for scalar in try scalars() {
            let document = try SourceDocument(bytes: Array("a: \(scalar.text)\n".utf8), file: "a.yaml")
            guard document.value["a"]?.string == nil else { continue }
            #expect(!YAMLOtherReading(of: scalar.text).isText, "\(scalar.text)")
        }
    }

    @Test(arguments: [
        ("08", "a number to readers of YAML 1.2"), ("no", "a boolean to readers of YAML 1.1"),
        ("12:30:45", "a number of base 60 to readers of YAML 1.1"), ("012", "a number to other readers of YAML"),
        ("2026-02-11", "a date to other readers of YAML"), ("Null", "null to other readers of YAML"), ("1.0.0", nil),
    ])
    func `the words say which readers differ`(text: String, words: String?) {
        #expect(YAMLOtherReading(of: text).problem == words)
    }
}
