import EventSchema

/// One error of ajv 6.
struct AjvError {
    /// The location in the event as a JavaScript expression: `.meta.dt`.
    let dataPath: String
    let message: String
    /// The property name that `propertyNames` rejected.
    var propertyName: String?
    private let keyword: String
    private let schemaPath: String
    private let params: JSONObject

    init(_ words: AjvMessage, at place: AjvLocation) {
        dataPath = place.dataPath
        message = words.message
        keyword = words.keyword
        schemaPath = "\(place.schemaPath)/\(words.keyword)"
        params = words.params
    }

    /// `{keyword, dataPath, schemaPath, params, message}`
    var value: JSONValue {
        var object: JSONObject = [
            "keyword": .string(keyword), "dataPath": .string(dataPath), "schemaPath": .string(schemaPath),
            "params": .object(params), "message": .string(message),
        ]
        if let propertyName { object["propertyName"] = .string(propertyName) }
        return .object(object)
    }
}
