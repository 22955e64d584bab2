import EventSchema

extension SettingsReader {
    /// The attributes of a list of names, each once; unknown names are remarked on.
    mutating func attributes(named field: SettingsField) -> [ContextualAttribute] {
        var attributes: [ContextualAttribute] = []
        for (position, name) in (strings(field) ?? []).enumerated() {
            guard let attribute = ContextualAttribute(name: name) else {
                let place = field.element(position, .string(name))
                remark(place, "“\(name)” is no contextual attribute of this version; it is left out of events")
                continue
            }
            if !attributes.contains(attribute) { attributes.append(attribute) }
        }
        return attributes
    }
}
