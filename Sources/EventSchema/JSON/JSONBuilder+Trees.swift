extension JSONBuilder {
    /// Writes a tree.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let bool): self.value(bool)
        case .number(let number): self.value(number)
        case .string(let string): self.value(string)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let object): self.value(object)
        }
    }

    /// Writes the tree of an object.
    public mutating func value(_ object: JSONObject) {
        beginObject()
        for position in object.indices {
            name(object.members[position].name)
            value(object.members[position].value)
        }
        endObject()
    }
}
