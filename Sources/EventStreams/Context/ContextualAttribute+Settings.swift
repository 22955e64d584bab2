extension SettingsReader {
    /// The attributes of a list of names, each once. A name that is not the platform's is that of an app's own.
    mutating func attributes(named field: SettingsField) -> [ContextualAttribute] {
        var attributes: [ContextualAttribute] = []
        for name in strings(field) ?? [] {
            let attribute = ContextualAttribute(name)
            if !attributes.contains(attribute) { attributes.append(attribute) }
        }
        return attributes
    }
}
