public import EventSchema

/// What an instrument knows about an interaction beside its action.
///
/// What is `nil` is not sent. The limits are those of the base schemas; an event over a limit is invalid.
public struct InteractionData: Sendable, Hashable {
    /// Sent as `action_subtype`; 64 characters at most.
    public var subtype: String?
    /// Sent as `action_source`; 64 characters at most.
    public var source: String?
    /// Sent as `element_id`; 64 characters at most.
    public var elementID: String?
    /// Sent as `element_friendly_name`; 64 characters at most.
    public var elementFriendlyName: String?
    /// Sent as `funnel_name`; 64 characters at most.
    public var funnelName: String?
    /// Sent as `action_context`: the JSON text of this object, 8192 characters at most. An empty one is not sent.
    public var context: JSONObject
    /// Properties of a custom schema, written at the top of the event. The client's own properties win over these.
    public var fields: JSONObject
    /// Why ``fields`` could not be encoded; the interaction is dropped then.
    var fieldsFailure: String?

    /// Creates interaction data; everything is optional.
    public init(
        subtype: String? = nil, source: String? = nil, elementID: String? = nil, elementFriendlyName: String? = nil,
        funnelName: String? = nil, context: JSONObject = [:], fields: JSONObject = [:]
    ) {
        self.subtype = subtype
        self.source = source
        self.elementID = elementID
        self.elementFriendlyName = elementFriendlyName
        self.funnelName = funnelName
        self.context = context
        self.fields = fields
    }

    /// Writes the properties of the event that come from the instrument, as one JSON object.
    func write(action: String, to writer: inout JSONWriter) {
        let own: [(name: String, value: String?)] = [
            ("action", action), ("action_subtype", subtype), ("action_source", source), ("element_id", elementID),
            ("element_friendly_name", elementFriendlyName), ("funnel_name", funnelName),
            ("action_context", context.isEmpty ? nil : JSONValue.object(context).jsonText),
        ]
        writer.beginObject()
        for case (let name, let value?) in own {
            writer.name(name)
            writer.value(value)
        }
        for (name, value) in fields where !own.contains(where: { $0.name == name && $0.value != nil }) {
            writer.name(name)
            writer.value(value)
        }
        writer.endObject()
    }
}
