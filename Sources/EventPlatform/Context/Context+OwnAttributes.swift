import EventSchema
import EventStreams
import EventSupport

extension Context {
    /// The maximum number of an app's own attributes with a value. A submission is stored with at most 255 attributes.
    static let maximumOwnAttributes = 128

    /// The attributes that have a value.
    var attributes: [ContextualAttribute] { values.elements.map(\.key) }

    /// The attributes of the app's own that have a value, as the app declares them.
    var ownAttributes: [ContextualAttribute] { values.elements.lazy.map(\.key).filter(\.isOwn) }

    /// An attribute as the app declares it, with its value; `nil` when it is unset.
    func entry(of attribute: ContextualAttribute) -> (attribute: ContextualAttribute, value: JSONValue)? {
        values.index(of: attribute).map { (values.elements[$0].key, values.elements[$0].value) }
    }

    /// Removes the values of the app's own attributes that no event can have: those of a declaration with a mistake,
    /// of another type than the declared one, and above the maximum number.
    ///
    /// - Returns: each mistake, in the order of the attributes.
    mutating func removeMisuses() -> [Misuse] {
        var count = 0
        return ownAttributes.compactMap { attribute in
            let misuse = misuse(of: attribute)
            if misuse == nil { count += 1 }
            guard misuse != nil || count > Self.maximumOwnAttributes else { return nil }
            self[attribute] = nil
            let text =
                misuse ?? "more than \(Self.maximumOwnAttributes) attributes of the app's own have a value; those "
                + "that come after them by name are removed"
            return Misuse(attribute: attribute.name, text: text)
        }
    }

    /// A mistake about an attribute of the app's own.
    struct Misuse: Sendable {
        /// The attribute's name.
        let attribute: String
        /// A sentence without the value.
        let text: String
    }

    private func misuse(of attribute: ContextualAttribute) -> String? {
        if let problem = attribute.problem { return "the attribute “\(attribute)” is removed: \(problem)" }
        guard let value = self[attribute], !attribute.type.accepts(value) else { return nil }
        return
            "the attribute “\(attribute)” is removed: its type is \(attribute.type.word), and the value that was set "
            + "is of type \(value.typeName)"
    }
}
