public import EventSchema

extension InteractionData {
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
}
