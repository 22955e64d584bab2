public import EventSchema

/// The properties of an interaction beside its action.
///
/// ```swift
/// let data = InteractionData(
///     subtype: "long_press", source: "reading_list", elementID: "article_cell",
///     elementFriendlyName: "Article", context: ["position": 3])
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
    /// One run through the funnel: a text that all events of the run have, such as a UUID that is made at its first
    /// step. Sent as `funnel_entry_token`; 80 characters at most.
    public var funnelEntryToken: String?
    /// The place of the event in its run through the funnel, from 1. Sent as `funnel_event_sequence_position`.
    public var funnelEventSequencePosition: Int?
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
    /// properties above that have a value, and contextual attributes. The base schemas allow no properties of an app's
    /// own: they make an event with any of them invalid.
    public var fields: JSONObject
    /// Why the values that ``fields`` was made of could not be encoded.
    private var encodingFailure: String?

    /// Why ``fields`` cannot be sent; `nil` when it can. The interaction is dropped then.
    var fieldsFailure: String? {
        let limit = JSONValue.defaultMaximumDepth
        return encodingFailure ?? (fields.isNested(deeperThan: limit) ? "nested deeper than \(limit)" : nil)
    }

    /// Creates interaction data. Everything is optional; what is not given is not sent.
    public init(
        subtype: String? = nil, source: String? = nil, elementID: String? = nil, elementFriendlyName: String? = nil,
        funnelName: String? = nil, funnelEntryToken: String? = nil, funnelEventSequencePosition: Int? = nil,
        context: JSONObject = [:], fields: JSONObject = [:]
    ) {
        self.subtype = subtype
        self.source = source
        self.elementID = elementID
        self.elementFriendlyName = elementFriendlyName
        self.funnelName = funnelName
        self.funnelEntryToken = funnelEntryToken
        self.funnelEventSequencePosition = funnelEventSequencePosition
        self.context = context
        self.fields = fields
        encodingFailure = nil
    }

    /// Creates interaction data whose fields are values of any types that can be encoded.
    ///
    /// ```swift
    /// client.submitInteraction(
    ///     stream: "app.reading", schema: "/analytics/my_team/reading/1.0.0", action: "close",
    ///     interactionData: .init(fields: ["article": title, "milliseconds": duration]))
    /// ```
    ///
    /// Values are encoded as ``EventWriter/encode(_:)`` does. Where one cannot be, the interaction is dropped as
    /// ``DropReason/unencodable``, with a diagnostic.
    public init(
        subtype: String? = nil, source: String? = nil, elementID: String? = nil, elementFriendlyName: String? = nil,
        funnelName: String? = nil, funnelEntryToken: String? = nil, funnelEventSequencePosition: Int? = nil,
        context: JSONObject = [:], fields: [String: any Encodable]
    ) {
        self.init(
            subtype: subtype, source: source, elementID: elementID, elementFriendlyName: elementFriendlyName,
            funnelName: funnelName, funnelEntryToken: funnelEntryToken,
            funnelEventSequencePosition: funnelEventSequencePosition, context: context)
        do {
            for (name, value) in fields.sorted(by: { $0.key < $1.key }) { self.fields[name] = try Self.json(value) }
        } catch {
            encodingFailure = EventWriter.reason(error)
        }
    }

    /// Creates interaction data whose fields are the properties of one value.
    ///
    /// ```swift
    /// client.submitInteraction(
    ///     stream: "app.reading", schema: "/analytics/my_team/reading/1.0.0", action: "close",
    ///     interactionData: .init(fields: Reading(article: title, milliseconds: duration)))
    /// ```
    ///
    /// The value is encoded as ``EventWriter/encode(_:)`` does. Where it cannot be encoded as a JSON object, the
    /// interaction is dropped as ``DropReason/unencodable``, with a diagnostic.
    public init(
        subtype: String? = nil, source: String? = nil, elementID: String? = nil, elementFriendlyName: String? = nil,
        funnelName: String? = nil, funnelEntryToken: String? = nil, funnelEventSequencePosition: Int? = nil,
        context: JSONObject = [:], fields: some Encodable
    ) {
        self.init(
            subtype: subtype, source: source, elementID: elementID, elementFriendlyName: elementFriendlyName,
            funnelName: funnelName, funnelEntryToken: funnelEntryToken,
            funnelEventSequencePosition: funnelEventSequencePosition, context: context)
        do {
            if case .object(let object) = try Self.json(fields) {
                self.fields = object
            } else {
                encodingFailure = "\(type(of: fields)) is encoded as something else than an object"
            }
        } catch {
            encodingFailure = EventWriter.reason(error)
        }
    }

    private static func json(_ value: some Encodable) throws -> JSONValue {
        JSONValue(try EventEncoder.json(of: value))
    }

    /// What a submit call makes of an interaction.
    func content(action: String) -> Submission.Content {
        if let fieldsFailure { return .unencodable("its fields: \(fieldsFailure)") }
        return .interaction(properties(action: action))
    }

    /// The properties of the event that come from the instrument.
    func properties(action: String) -> JSON {
        var builder = JSONBuilder(capacity: 256)
        builder.beginObject()
        builder.set(Names.action, action)
        builder.set(Names.actionSubtype, subtype)
        builder.set(Names.actionSource, source)
        builder.set(Names.elementID, elementID)
        builder.set(Names.elementFriendlyName, elementFriendlyName)
        builder.set(Names.funnelName, funnelName)
        builder.set(Names.funnelEntryToken, funnelEntryToken)
        if let funnelEventSequencePosition {
            builder.name(Names.funnelEventSequencePosition)
            builder.value(funnelEventSequencePosition)
        }
        builder.set(Names.actionContext, context.isEmpty ? nil : JSONValue.object(context).jsonText)
        for (name, value) in fields where !isWritten(name) {
            builder.name(name)
            builder.value(value)
        }
        builder.endObject()
        return (consume builder).finish()
    }

    private enum Names {
        static let action = JSONName("action")
        static let actionSubtype = JSONName("action_subtype")
        static let actionSource = JSONName("action_source")
        static let elementID = JSONName("element_id")
        static let elementFriendlyName = JSONName("element_friendly_name")
        static let funnelName = JSONName("funnel_name")
        static let funnelEntryToken = JSONName("funnel_entry_token")
        static let funnelEventSequencePosition = JSONName("funnel_event_sequence_position")
        static let actionContext = JSONName("action_context")
    }

    /// Whether the client writes the property of this name in place of a field.
    private func isWritten(_ name: String) -> Bool {
        switch name {
        case "$schema", "meta", "action": true
        case "action_subtype": subtype != nil
        case "action_source": source != nil
        case "element_id": elementID != nil
        case "element_friendly_name": elementFriendlyName != nil
        case "funnel_name": funnelName != nil
        case "funnel_entry_token": funnelEntryToken != nil
        case "funnel_event_sequence_position": funnelEventSequencePosition != nil
        case "action_context": !context.isEmpty
        default: false
        }
    }
}

extension JSONBuilder {
    /// Writes a member, unless its value is `nil`.
    fileprivate mutating func set(_ name: JSONName, _ value: String?) {
        guard let value else { return }
        self.name(name)
        self.value(value)
    }
}
