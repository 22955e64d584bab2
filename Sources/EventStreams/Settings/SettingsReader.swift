import EventSchema

/// A value in a stream's settings and the way to it. Null counts as absent: PHP settings are emptied by nulling them.
struct SettingsField {
    let value: JSONValue?
    /// The names of members and the numbers of elements that lead to it.
    let path: [String]

    init(_ value: JSONValue?, path: [String] = []) {
        self.value = value?.isNull == true ? nil : value
        self.path = path
    }

    subscript(name: String) -> SettingsField {
        SettingsField(value?[name], path: path + [name])
    }

    func element(_ position: Int, _ value: JSONValue) -> SettingsField {
        SettingsField(value, path: path + ["\(position)"])
    }

    /// What the value is, for a message.
    var found: String { value.map { "is \($0.article) \($0.typeName)" } ?? "is null" }
}

/// Reads the settings of one stream, field by field, and notes what does not fit instead of stopping.
struct SettingsReader {
    let stream: String
    /// What makes the stream unusable.
    private(set) var broken: [StreamIssue] = []
    /// Remarks on a stream that works all the same.
    private(set) var remarks: [StreamIssue] = []

    init(stream: String) { self.stream = stream }

    mutating func reject(_ field: SettingsField, _ message: String) {
        broken.append(StreamIssue(stream: stream, path: field.path, message: message))
    }

    mutating func remark(_ field: SettingsField, _ message: String) {
        remarks.append(StreamIssue(stream: stream, path: field.path, message: message))
    }

    mutating func string(_ field: SettingsField) -> String? {
        if field.value != nil, field.value?.string == nil { reject(field, "must be a string, \(field.found)") }
        // SQLite's texts end there, so a store could not keep two such names apart.
        if field.value?.string?.utf8.contains(0) == true { reject(field, "must not have a NUL character") }
        return field.value?.string
    }

    /// The members of a map. An empty map may arrive as `[]`, since PHP writes both alike.
    mutating func map(_ field: SettingsField) -> JSONObject {
        switch field.value {
        case nil: return [:]
        case .object(let members): return members
        case .array(let elements) where elements.isEmpty: return [:]
        default:
            reject(field, "must be an object, \(field.found)")
            return [:]
        }
    }

    /// The elements of a list, or `nil` when there is none.
    mutating func list(_ field: SettingsField) -> [JSONValue]? {
        if field.value != nil, field.value?.array == nil { reject(field, "must be a list, \(field.found)") }
        return field.value?.array
    }

    mutating func strings(_ field: SettingsField) -> [String]? {
        guard let elements = list(field) else { return nil }
        return elements.enumerated().compactMap { position, element in
            if let text = element.string { return text }
            let place = field.element(position, element)
            reject(place, "must be a string, \(place.found)")
            return nil
        }
    }
}

extension JSONValue {
    fileprivate var article: String { typeName.first.map { "aio".contains($0) } == true ? "an" : "a" }
}
