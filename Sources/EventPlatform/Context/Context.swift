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

    /// Creates a context with the platform of this system and no other value.
    ///
    /// `agent.clientPlatform` and `agent.clientPlatformFamily` are ``ClientPlatform/ios`` and
    /// ``ClientPlatformFamily/app`` on iOS, tvOS and watchOS, ``ClientPlatform/swiftServer`` and
    /// ``ClientPlatformFamily/server`` on Linux. On macOS both are `nil`: set them to values that your schemas list.
    public init() { agent.clientPlatform = .current }

    /// A context without any value, not even the platform: for programs that pass on events of other programs.
    public static var empty: Context {
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
