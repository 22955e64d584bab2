import EventSchema
import EventStreams
import Foundation
import HTTPTypes
import Hummingbird

/// `GET /findings`: what the checks say of the served files as they are now, and today: some depend on the date.
struct FindingsRoute: Sendable {
    private let findings: MadeFromFiles<JSONValue>

    init?(content: LiveContent, tools: IntakeTools) {
        guard let check = tools.check else { return nil }
        let now = tools.now
        findings = MadeFromFiles("EventIntake.findings", paths: { content.paths }, day: { .day(of: now()) }) {
            let now = now()
            var findings = check(.day(of: now))
            findings["checked"] = .string(now.intakeTime)
            return .object(findings)
        }
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/findings", summary: "What eventctl check says of the served files.",
                responses: [.json(200, "The findings, the most serious first.", Self.description)]
            ) { _, _ in Response(.ok, json: await findings.current, headers: [.cacheControl: "no-store"]) }
        ]
    }

    private static let description: JSONValue = {
        let number: JSONValue = ["type": "integer"]
        let text: JSONValue = ["type": "string"]
        return [
            "type": "object",
            "required": ["checked", "errors", "warnings", "notes", "files", "complete", "findings"],
            "properties": [
                "checked": text, "errors": number, "warnings": number, "notes": number, "files": number,
                "complete": ["type": "boolean"],
                "findings": [
                    "type": "array",
                    "items": [
                        "type": "object", "required": ["rule", "severity", "file", "problem", "reason", "remedy"],
                        "properties": [
                            "rule": text, "severity": ["type": "string", "enum": ["error", "warning", "note"]],
                            "file": text, "line": number, "column": number, "problem": text, "reason": text,
                            "remedy": text, "can_be_fixed": ["type": "boolean"],
                            "edits": ["type": "array", "items": ["type": "object"]], "stream": text,
                        ],
                    ],
                ],
            ],
        ]
    }()
}
