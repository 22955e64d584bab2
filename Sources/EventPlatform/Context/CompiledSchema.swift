import EventSchema

/// A schema, with what the client looks up in it for every event. A class, since events take it from stage to stage.
final class CompiledSchema: Sendable {
    let schema: Schema
    let fields: EnvelopeFields

    init(_ schema: Schema) {
        self.schema = schema
        fields = EnvelopeFields(of: schema)
    }
}
