extension JSONValue {
    /// Sets the value at a path and creates missing objects on the way. Does nothing when a value on the path is not an
    /// object.
    package mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
        guard let name = path.first else { return self = value }
        guard case .object(var members) = self else { return }
        // Removed from their parents first, the objects are uniquely referenced and are changed without a copy.
        self = .null
        var member = members[name] ?? [:]
        if path.count > 1, member.object != nil { members[name] = .null }
        member.set(value, at: path.dropFirst())
        members[name] = member
        self = .object(members)
    }
}
