extension JSON: Hashable {
    /// Whether both are equal as JSON Schema defines it, whatever their documents.
    ///
    /// - Complexity: linear in the size of both, which are made trees.
    public static func == (left: JSON, right: JSON) -> Bool { JSONValue(left) == JSONValue(right) }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) { JSONValue(self).hash(into: &hasher) }
}
