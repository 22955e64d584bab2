package import EventStreams

/// A contextual attribute that the streams of a project may list, with what the project says of it.
package struct AttributeWord: Sendable, Hashable {
    package let attribute: ContextualAttribute
    /// The lowest sensitivity that a stream with the attribute may have.
    package let sensitivity: Sensitivity
    /// The reason for it, as a sentence; `nil` where a project gives none for an attribute of its own.
    package let sensitivityReason: String?
    /// Where the value comes from: `app`, a part of the client, or the name of the attribute that it is taken from.
    package let source: String
    /// What the attribute is; `nil` where the project does not say so.
    package let description: String?

    package init(
        _ attribute: ContextualAttribute, sensitivity: Sensitivity? = nil, reason: String? = nil,
        source: String? = nil, description: String? = nil
    ) {
        self.attribute = attribute
        self.sensitivity = sensitivity ?? attribute.sensitivity
        sensitivityReason = reason ?? (attribute.isOwn ? nil : attribute.sensitivityReason)
        self.source = source ?? attribute.source.word
        self.description = description
    }

    package var name: String { attribute.name }

    package static func == (left: AttributeWord, right: AttributeWord) -> Bool { left.facts == right.facts }

    package func hash(into hasher: inout Hasher) { hasher.combine(facts) }

    /// Attributes are equal by their names alone.
    private var facts: [String?] {
        [
            name, attribute.path.joined(separator: "."), attribute.type.word, sensitivity.rawValue, sensitivityReason,
            source, description,
        ]
    }
}

extension ContextualAttributeSource {
    /// The word for the source in a file of a project.
    var word: String { self == .application ? "app" : rawValue }
}
