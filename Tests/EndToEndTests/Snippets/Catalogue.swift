import EventCatalog
import EventCatalogChecks
import EventSchema
import EventStreams

private func validating() throws {
    let schema = try Schema(JSONValue(parsing: #"{"type": "object", "required": ["dt"]}"#))
    _ = schema.isValid(["dt": "2026-01-01T00:00:00Z"])  // true
    _ = schema.findings(in: [:]).map(\.message)  // ["the property \"dt\" is missing"]
}

private func deciding(body: [UInt8], sessionID: String, event: JSONValue) throws {
    let streams = try StreamConfigurations(response: JSONValue(parsing: body))

    if let stream = streams["mediawiki.web_ui_actions"],
        stream.sampling.includes(identifier: sessionID)
    {
        // add the values of stream.contextualAttributes to the event, then:
        if stream.curation.verdict(on: event) == .passes { print("send it to", stream.destination ?? "") }
    }

    for broken in streams.quarantined { print(broken.issues) }
}

private func readingTheCatalogue() throws {
    let schemas = try SchemaRepository(roots: ["Schemas"])
    let streams = try StreamCatalog(directory: "Streams")
    _ = schemas["/analytics/product_metrics/app/base/1.3.0"]?.schema
    _ = streams.configurations["app.search"]
}

private func checkingTheCatalogue() {
    for rule in Rule.all { print(rule.id, rule.summary) }
    let check = CatalogCheck(streams: "Streams", schemaRoots: ["Schemas"], experiments: "Experiments")
    for finding in check.findings { print(finding) }
}

private func validatingEvents(bytes: [UInt8], common: JSONValue, event: JSONValue) throws {
    let document = try JSONValue(parsing: bytes)
    let schema = try Schema(document, registry: ["/fragment/common/1.0.0": common])

    guard schema.isValid(event) else {
        for finding in schema.findings(in: event) { print(finding) }
        return
    }
}
