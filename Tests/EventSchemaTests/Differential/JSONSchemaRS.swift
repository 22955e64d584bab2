import EventSchema
import Foundation
import TestSupport

/// jsonschema-rs of PyPI, which knows the drafts that ajv 6 does not.
enum JSONSchemaRS {
    static let package = "jsonschema-rs of PyPI, which .ci/jsonschema-rs installs"

    static let isInstalled = python.isInstalled(trying: ["-c", "import jsonschema_rs"], note: package)

    private static let python = OtherValidator(
        program: Checkout.file(".build-jsonschema-rs/bin/python").path,
        arguments: [URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("rs.py").path])

    /// For each question the verdicts; `nil` where the schema is refused.
    static func ask(_ questions: [OtherValidator.Question], _ dialect: Dialect) throws -> [[Bool]?] {
        try python.answers(to: questions, ["\(dialect)"]).map { line in
            line["verdicts"]?.array?.map { $0 == true }
        }
    }
}
