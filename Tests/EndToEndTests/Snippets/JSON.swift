import EventSchema

private func parsing() throws {
    let event = try JSONValue(parsing: #"{"page": {"title": "Molen", "id": 48213}}"#)
    _ = event["page"]?["title"]?.string  // "Molen"
}

private func followingPaths() {
    let event: JSONValue = ["page": ["id": 48213]]
    _ = event[path: ["page", "id"]]?.number?.int64  // 48213
}

private func literals(title: String) {
    var event: JSONObject = ["action": "open", "page": ["title": .string(title), "is_redirect": false]]
    event["groups"] = ["editor", "user"]
    _ = JSONValue.object(event).jsonText
}

private func writing() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("title")
    writer.value("Molen")
    writer.endObject()
    _ = String(decoding: writer.bytes, as: UTF8.self)  // {"title":"Molen"}
}
