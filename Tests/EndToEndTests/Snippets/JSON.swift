import EventSchema

private func parsing() throws {
    let event = try JSONValue(parsing: #"{"page": {"title": "Molen", "id": 48213}}"#)
    _ = event["page"]?["title"]?.string  // "Molen"
}

private func readingADocument() throws {
    let event = try JSON(parsing: #"{"page": {"title": "Molen", "id": 48213}}"#)
    _ = event["page"]?["title"]?.string  // "Molen"
    _ = event["page"]?["id"]?.int64  // 48213
}

private func followingPaths() {
    let event: JSONValue = ["page": ["id": 48213]]
    _ = event[path: ["page", "id"]]?.number?.int64  // 48213
}

private func validating(schemaText: String, body: [UInt8]) throws -> [String] {
    let schema = try Schema(JSONValue(parsing: schemaText), mode: .standard(assertsFormats: true))
    let order = try JSON(parsing: body)
    guard schema.isValid(order) else {
        return schema.findings(in: order).map { "\($0.instanceLocation): \($0.message)" }
    }
    return []
}

private func literals(title: String) {
    var event: JSONObject = ["action": "open", "page": ["title": .string(title), "is_redirect": false]]
    event["groups"] = ["editor", "user"]
    _ = JSONValue.object(event).jsonText
}

private func changing(now: JSON) throws {
    let json = try JSON(parsing: #"{"meta": {"id": 1}, "old": 2}"#)
    _ = json.changing([.set(["meta", "dt"], to: now), .remove(["old"])])
}

private func writing() {
    var builder = JSONBuilder()
    builder.beginObject()
    builder.name("title")
    builder.value("Molen")
    builder.endObject()
    let json = builder.finish()  // {"title":"Molen"}
    _ = json
}
