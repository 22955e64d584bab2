public import EventSchema
public import EventStreams

/// What the app says about its circumstances: the contextual attributes that streams may ask for.
///
/// The app pushes values when they change (``EventPlatformClient/updateContext(_:)``) and may override them for a
/// single call. An event takes only what its stream lists in `provide_values`; the rest stays here.
///
/// ```swift
/// client.updateContext {
///     $0.page.title = "Blue whale"
///     $0.performer.isLoggedIn = true
/// }
/// ```
public struct Context: Sendable, Hashable {
    /// The domain the event pertains to, sent as `meta.domain`: `en.wikipedia.org`.
    public var domain: String?

    private var values: [ContextualAttribute: JSONValue] = [:]

    /// Creates a context without any value, but for the client platform where the system tells it.
    ///
    /// On Apple systems `agent.clientPlatform` is `ios` and `agent.clientPlatformFamily` `app`; on Linux both are
    /// unset, since a server base schema has its own values.
    public init() {
        #if os(iOS) || os(tvOS) || os(watchOS)
            agent.clientPlatform = "ios"
            agent.clientPlatformFamily = "app"
        #endif
    }

    /// A context without any value, also where the system tells the platform.
    static var empty: Context {
        var context = Context()
        (context.domain, context.values) = (nil, [:])
        return context
    }

    /// Whether nothing is set.
    var isEmpty: Bool { domain == nil && values.isEmpty }

    /// The value of an attribute; `nil` when unset, and then not sent.
    public subscript(attribute: ContextualAttribute) -> JSONValue? {
        get { values[attribute] }
        set { values[attribute] = newValue }
    }

    /// The values as one object, by attribute name, sorted.
    var json: JSONObject {
        var object = JSONObject(values.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key.rawValue, $0.value) })
        if let domain { object["meta.domain"] = .string(domain) }
        return object
    }

    /// Reads what ``json`` wrote; names it does not know are left out.
    init(json: JSONObject) {
        self = .empty
        domain = json["meta.domain"]?.string
        for (name, value) in json {
            if let attribute = ContextualAttribute(rawValue: name) { values[attribute] = value }
        }
    }
}

// MARK: - Typed access

/// A group of attributes with typed properties: `context.page`, `context.performer` and so on.
protocol AttributeGroup {
    var context: Context { get set }
}

extension AttributeGroup {
    subscript(text attribute: ContextualAttribute) -> String? {
        get { context[attribute]?.string }
        set { context[attribute] = newValue.map(JSONValue.string) }
    }

    subscript(integer attribute: ContextualAttribute) -> Int? {
        get { context[attribute]?.number?.int64.flatMap(Int.init(exactly:)) }
        set { context[attribute] = newValue.map { .number($0) } }
    }

    subscript(flag attribute: ContextualAttribute) -> Bool? {
        get { context[attribute]?.bool }
        set { context[attribute] = newValue.map(JSONValue.bool) }
    }

    subscript(list attribute: ContextualAttribute) -> [String]? {
        get { context[attribute]?.array?.compactMap(\.string) }
        set { context[attribute] = newValue.map { .array($0.map(JSONValue.string)) } }
    }
}
