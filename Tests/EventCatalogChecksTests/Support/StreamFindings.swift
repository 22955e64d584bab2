import CatalogTestSupport
import EventCatalog
import EventCatalogChecks
import EventStreams

/// A schema whose `page` is closed, whose `http` is open, and whose example the intake accepts.
private let tap = """
    title: app/tap
    $id: /app/tap/1.0.0
    type: object
    properties:
      $schema: {type: string}
      meta: {type: object, required: [dt], properties: {dt: {type: string}, stream: {type: string}}}
      name: {type: string, maxLength: 9}
      page:
        type: object
        additionalProperties: false
        properties:
          id: {type: integer}
          labels: {type: object, additionalProperties: {type: string}}
      http: {type: object, properties: {method: {type: string}}}
    examples:
      - $schema: /app/tap/1.0.0
        meta: {stream: app.tap}
    """

/// The rules and the places of all findings of a folder of streams, checked as of the first day of 2026, such as
/// `zero-rate a.yaml:3:5`. There is a schema `app/tap` beside the built-in ones.
func streamFindings(_ files: [String: String]) throws -> [String] {
    try streamFindings(files, \.rule.id)
}

/// What else there is to say of each finding, behind its place.
func streamFindings(_ files: [String: String], _ part: (CatalogFinding) -> String) throws -> [String] {
    let streams = Dictionary(uniqueKeysWithValues: files.map { ("Streams/\($0)", $1) })
    return try withFiles(streams.merging(["Schemas/app/tap/1.0.0.yaml": tap]) { $1 }) { folder in
        let check = CatalogCheck(
            streams: "\(folder)/Streams", schemaRoots: ["\(folder)/Schemas"], asOf: UTCInstant(iso8601: "2026-01-01"))
        return check.findings.map { finding in
            let place = "\(finding.location)".replacing("\(folder)/Streams/", with: "")
            return "\(part(finding).replacing(folder, with: "")) \(place)"
        }
    }
}

/// A stream `s` of the schema `app/tap`, with these lines below its title: the first is line 3.
func tapStream(_ lines: String...) -> String {
    (["s:", "  schema_title: app/tap"] + lines.map { "  \($0)" }).joined(separator: "\n") + "\n"
}
