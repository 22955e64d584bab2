public import EventSchema

/// The properties of an interaction beside its action.
///
/// ```swift
/// let data = InteractionData(
///     subtype: "long_press", source: "reading_list", elementID: "article_cell",
///     elementFriendlyName: "Article", funnelName: "reading", context: ["position": 3])
/// client.submitClick(stream: "app.lists", interactionData: data)
/// ```
///
/// What is `nil` is not sent. The limits are those of the base schemas; an event that exceeds one is invalid, and
/// dropped as ``DropReason/invalid`` unless ``EventPlatformClient/Configuration/Validation/mode`` is another.
public struct InteractionData: Sendable, Hashable {
    /// The variety of the action, such as `long_press`. Sent as `action_subtype`; 64 characters at most.
    public var subtype: String?
    /// The place in the app where the action began, such as `toolbar`. Sent as `action_source`; 64 characters at most.
    public var source: String?
    /// The id of the element that was used. Sent as `element_id`; 64 characters at most.
    public var elementID: String?
    /// A readable name of the element. Sent as `element_friendly_name`; 64 characters at most.
    public var elementFriendlyName: String?
    /// The funnel that the action is a step of. Sent as `funnel_name`; 64 characters at most.
    public var funnelName: String?
    /// Details of the action. Sent as `action_context`, a string that has the JSON text of this object; 8192 characters
    /// at most. An empty object, the default, is not sent.
    ///
    /// ```swift
    /// var data = InteractionData(elementID: "result")
    /// data.context = ["position": 3, "query_length": 12, "languages": ["en", "de"]]
    /// ```
    public var context: JSONObject
    /// Properties of a custom schema, written at the root of the event. Empty by default.
    ///
    /// ```swift
    /// client.submitInteraction(
    ///     stream: "app.reader", schema: "/analytics/my_team/reader/1.0.0", action: "scroll",
    ///     interactionData: .init(fields: ["depth": 0.75, "is_offline": false]))
    /// ```
    ///
    /// The properties that the client writes take precedence over these: `$schema`, `meta`, `dt`, the action, the
    /// properties above that have a value, and contextual attributes. The base schemas allow no further properties:
    /// they make an event with any of them invalid.
    public var fields: JSONObject
    /// Why ``fields`` could not be encoded; the interaction is dropped then.
    var fieldsFailure: String?

    /// Creates interaction data. Everything is optional; what is not given is not sent.
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
        var otherFields = fields
        func write(_ name: String, _ value: String?) {
            guard let value else { return }
            writer.name(name)
            writer.value(value)
            otherFields[name] = nil
        }
        writer.beginObject()
        write("action", action)
        write("action_subtype", subtype)
        write("action_source", source)
        write("element_id", elementID)
        write("element_friendly_name", elementFriendlyName)
        write("funnel_name", funnelName)
        write("action_context", context.isEmpty ? nil : JSONValue.object(context).jsonText)
        for (name, value) in otherFields {
            writer.name(name)
            writer.value(value)
        }
        writer.endObject()
    }
}
