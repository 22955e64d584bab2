public import EventSchema
public import EventStreams
import EventSupport

/// The contextual attributes of an app, which streams may list: values about the program, the page, the wiki and the
/// person.
///
/// The app gives the values when the client is created, changes them with ``EventPlatformClient/updateContext(_:)``,
/// and may override them for a single submit call. An event carries only what its stream lists in `provide_values`; the
/// client platform and its family go with every event.
///
/// ```swift
/// client.updateContext {
///     $0.page.title = "Blue whale"
///     $0.performer.isLoggedIn = true
/// }
/// ```
///
/// The install id, the session and the page view come from the client. Values are not checked here: one that the
/// event's schema does not allow makes the event invalid.
public struct Context: Sendable, Hashable {
    /// The domain that events pertain to, such as `en.wikipedia.org`, sent as `meta.domain`. `nil`, the default, sends
    /// none.
    ///
    /// ```swift
    /// client.updateContext { $0.domain = "en.wikipedia.org" }
    /// ```
    ///
    /// A stream need not list it: it is sent with every event whose schema has the property. The `domain` of
    /// ``EventPlatformClient/submit(stream:event:domain:context:)`` takes precedence.
    public var domain: String?

    private(set) var values = SmallDictionary<ContextualAttribute, JSONValue>()

    /// Creates a context with the platform of this system and no other value.
    ///
    /// ```swift
    /// var context = Context()
    /// context.agent.clientPlatform = .swiftCommandLine
    /// let client = EventPlatformClient(configuration, context: context).start()
    /// ```
    ///
    /// ``Agent/clientPlatform`` and ``Agent/clientPlatformFamily`` are ``ClientPlatform/ios`` and
    /// ``ClientPlatformFamily/app`` on iOS, tvOS and watchOS, ``ClientPlatform/swiftServer`` and
    /// ``ClientPlatformFamily/server`` on Linux. On macOS both are `nil`, and events of the base schemas are invalid:
    /// set them to values that the schemas of your streams list.
    public init() { agent.clientPlatform = .current }

    /// A context without any value, not even the platform: for programs that pass on events of other programs.
    ///
    /// ```swift
    /// let client = EventPlatformClient(configuration, context: .empty).start()
    /// ```
    public static var empty: Context { Context(values: SmallDictionary()) }

    private init(values: SmallDictionary<ContextualAttribute, JSONValue>) { self.values = values }

    /// Whether nothing is set.
    var isEmpty: Bool { domain == nil && values.isEmpty }

    /// Whether both have the same domain, and the same attributes in one storage.
    func isIdentical(to other: Context) -> Bool {
        Self.isSameDomain(domain, other.domain) && values.isIdentical(to: other.values)
    }

    /// Whether two domains, if there are any, have the same bytes.
    static func isSameDomain(_ left: String?, _ right: String?) -> Bool {
        left.map(ExactText.init) == right.map(ExactText.init)
    }

    /// About the size as JSON, in bytes.
    var size: Int {
        values.elements.reduce(domain?.utf8.count ?? 0) { $0 + $1.key.name.utf8.count + $1.value.approximateSize }
    }

    /// The value of an attribute; `nil` when it is unset, and then it is not sent.
    ///
    /// ```swift
    /// client.updateContext { $0[.accessMethod] = "mobile app" }
    /// ```
    ///
    /// For attributes without a typed property, such as `ContextualAttribute.accessMethod`, and for an app's own; see
    /// <doc:AttributesOfYourOwn>.
    public subscript(attribute: ContextualAttribute) -> JSONValue? {
        get { values[attribute] }
        set { values[attribute] = newValue }
    }

    /// Sets what is different in `changed` than in `base`, and nothing else.
    mutating func adopt(changesFrom base: Context, to changed: Context) {
        if !Self.isSameDomain(base.domain, changed.domain) { domain = changed.domain }
        for attribute in changed.attributes where changed[attribute] != base[attribute] {
            self[attribute] = changed[attribute]
        }
        for attribute in base.attributes where changed[attribute] == nil { self[attribute] = nil }
    }

    /// The domain, and the attributes that pass `isIncluded`.
    func filter(_ isIncluded: (ContextualAttribute) -> Bool) -> Context {
        var part = Context(values: values.filter(isIncluded))
        part.domain = domain
        return part
    }

    // MARK: - The attributes, and those of an app

    /// The maximum number of an app's own attributes with a value. A submission is stored with at most 255 attributes.
    static let maximumOwnAttributes = 128

    /// The attributes that have a value.
    var attributes: [ContextualAttribute] { values.elements.map(\.key) }

    /// The attributes of the app's own that have a value, as the app declares them.
    var ownAttributes: [ContextualAttribute] { values.elements.lazy.map(\.key).filter(\.isOwn) }

    /// An attribute as the app declares it, with its value; `nil` when it is unset.
    func entry(of attribute: ContextualAttribute) -> (attribute: ContextualAttribute, value: JSONValue)? {
        values.index(of: attribute).map { (values.elements[$0].key, values.elements[$0].value) }
    }

    /// Removes the values of the app's own attributes that no event can have: those of a declaration with a mistake,
    /// of another type than the declared one, and above the maximum number.
    ///
    /// - Returns: each mistake, in the order of the attributes.
    mutating func removeMisuses() -> [Misuse] {
        var count = 0
        return ownAttributes.compactMap { attribute in
            let misuse = misuse(of: attribute)
            if misuse == nil { count += 1 }
            guard misuse != nil || count > Self.maximumOwnAttributes else { return nil }
            self[attribute] = nil
            let text =
                misuse ?? "more than \(Self.maximumOwnAttributes) attributes of the app's own have a value; those "
                + "that come after them by name are removed"
            return Misuse(attribute: attribute.name, text: text)
        }
    }

    /// A mistake about an attribute of the app's own.
    struct Misuse: Sendable {
        /// The attribute's name.
        let attribute: String
        /// A sentence without the value.
        let text: String
    }

    private func misuse(of attribute: ContextualAttribute) -> String? {
        if let problem = attribute.problem { return "the attribute “\(attribute)” is removed: \(problem)" }
        guard let value = self[attribute], !attribute.type.accepts(value) else { return nil }
        return
            "the attribute “\(attribute)” is removed: its type is \(attribute.type.word), and the value that was set "
            + "is of type \(value.typeName)"
    }
}

// MARK: - Typed access

/// Attributes with typed properties: `context.page`, `context.performer` and so on.
protocol TypedAttributes {
    var context: Context { get set }
}

extension TypedAttributes {
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
