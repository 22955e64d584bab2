import EventSchema

extension JSONValue {
    /// What the element of a list is known by, since its number changes when another is added above: its text, or the
    /// first of these members.
    private static let naming = ["name", "namespace", "$ref"]

    /// A path of names and numbers, with what elements of lists are known by in place of their numbers.
    package func item(at path: [String]) -> [String] {
        var value: JSONValue? = self
        return path.map { name in
            let isElement = value?.array != nil
            value = value?.element(named: name)
            return isElement ? value?.elementName ?? name : name
        }
    }

    private var elementName: String? {
        string ?? number?.literal ?? Self.naming.lazy.compactMap { self[$0]?.string }.first
    }
}
