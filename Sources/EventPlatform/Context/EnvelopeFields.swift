import EventSchema
import EventStreams

/// The fields of events by a schema that the client may set.
struct EnvelopeFields: Sendable {
    /// Whether there are `dt`, `meta.dt`, `meta.domain` and `sample`.
    let hasTime: Bool
    let hasReceptionTime: Bool
    let hasDomain: Bool
    let hasSample: Bool
    /// The platform's contextual attributes that have a field.
    let attributes: [ContextualAttribute]
    /// Where an app's own attributes are looked for; `nil` when every property counts as one that is there.
    private let schema: Schema?
    let olderMobile: [OlderMobileField]

    /// Every field of the base schemas: for events whose schema is not known.
    static let all = EnvelopeFields(
        hasTime: true, hasReceptionTime: true, hasDomain: true, hasSample: true,
        attributes: ContextualAttribute.builtIn, olderMobile: [], schema: nil)

    private init(
        hasTime: Bool, hasReceptionTime: Bool, hasDomain: Bool, hasSample: Bool, attributes: [ContextualAttribute],
        olderMobile: [OlderMobileField], schema: Schema?
    ) {
        (self.hasTime, self.hasReceptionTime) = (hasTime, hasReceptionTime)
        (self.hasDomain, self.hasSample) = (hasDomain, hasSample)
        (self.attributes, self.olderMobile, self.schema) = (attributes, olderMobile, schema)
    }

    /// The path of an attribute in an event; `nil` where the schema has no such property.
    func path(of attribute: ContextualAttribute) -> [String]? {
        guard attribute.isOwn else { return attributes.contains(attribute) ? attribute.path : nil }
        guard let schema else { return attribute.writablePaths.last }
        return attribute.writablePaths.first { schema.declares($0) }
    }

    init(of schema: Schema) {
        self.init(
            hasTime: schema.declares(["dt"]), hasReceptionTime: schema.declares(["meta", "dt"]),
            hasDomain: schema.declares(["meta", "domain"]), hasSample: schema.declares(["sample"]),
            attributes: ContextualAttribute.builtIn.filter { schema.declares($0.path) },
            olderMobile: OlderMobileField.all.filter { schema.declares($0.path) }, schema: schema)
    }
}
