import EventSchema
import EventStreams
import EventSupport

/// What is known of the user and the device, under the names of Snowplow's subject.
///
/// ```swift
/// client.subject.userId = "4711"
/// client.subject.language = "de"
/// ```
///
/// A remote configuration may set these fields too. One that the app has set at run time, to `nil` too, keeps that
/// value through every later configuration.
///
/// Three fields fill a contextual attribute of events, where the stream lists it and ``Context`` has no value of its
/// own:
///
/// | field | attribute |
/// | --- | --- |
/// | ``userId`` | `performer_id` if it is a whole number, otherwise `performer_name` |
/// | ``language`` | `agent_device_language` |
/// | ``useragent`` | `agent_ua_string`, for which the base schemas have no property |
///
/// No attribute exists for ``networkUserId``, ``domainUserId``, ``ipAddress`` and ``timezone``: they are kept and can
/// be read, and no event carries them. The intake adds the address of the sender where a schema has the property.
public struct Subject: Sendable, Hashable {
    enum Field: String, Sendable, Hashable, CaseIterable {
        case userId
        case networkUserId
        case domainUserId
        case useragent
        case ipAddress
        case timezone
        case language
    }

    private var values: [Field: String] = [:]
    /// The fields that were set through this value, with `nil` for those that were removed.
    private(set) var changes: [Field: String?] = [:]

    /// Creates a subject without any value.
    public init() {}

    /// Creates a subject with the values of a configuration, none of which was set at run time.
    init(_ values: [Field: String]) { self.values = values }

    /// The id of the user's account. Source: Snowplow's `userId`.
    public var userId: String? {
        get { self[.userId] }
        set { self[.userId] = newValue }
    }
    /// The id that a collector's cookie gives. Kept only. Source: Snowplow's `networkUserId`.
    public var networkUserId: String? {
        get { self[.networkUserId] }
        set { self[.networkUserId] = newValue }
    }
    /// The id that a site's cookie gives. Kept only. Source: Snowplow's `domainUserId`.
    public var domainUserId: String? {
        get { self[.domainUserId] }
        set { self[.domainUserId] = newValue }
    }
    /// The user agent string. Source: Snowplow's `useragent`.
    public var useragent: String? {
        get { self[.useragent] }
        set { self[.useragent] = newValue }
    }
    /// The address of the device. Kept only. Source: Snowplow's `ipAddress`.
    public var ipAddress: String? {
        get { self[.ipAddress] }
        set { self[.ipAddress] = newValue }
    }
    /// The time zone of the device. Kept only. Source: Snowplow's `timezone`.
    public var timezone: String? {
        get { self[.timezone] }
        set { self[.timezone] = newValue }
    }
    /// The language of the device, such as `de` or `en-GB`. Source: Snowplow's `language`.
    public var language: String? {
        get { self[.language] }
        set { self[.language] = newValue }
    }

    subscript(field: Field) -> String? {
        get { values[field] }
        set {
            values[field] = newValue
            changes.updateValue(newValue, forKey: field)
        }
    }

    /// Adds the changes of another value to this one.
    mutating func apply(_ changes: [Field: String?]) {
        for (field, value) in changes { self[field] = value }
    }

    /// The values alone, without what was set at run time.
    var withoutChanges: Subject { Subject(values) }

    /// Fills the attributes of a context that have no value.
    func fill(_ context: Context) -> Context {
        var filled = context
        func fill(_ attribute: ContextualAttribute, _ value: JSONValue?) {
            if let value, filled[attribute] == nil { filled[attribute] = value }
        }
        if let number = userId.flatMap({ Int64($0) }) {
            fill(.performerID, .number(number))
        } else {
            fill(.performerName, userId.map(JSONValue.string))
        }
        fill(.agentDeviceLanguage, language.map(JSONValue.string))
        fill(.agentUserAgentString, useragent.map(JSONValue.string))
        return filled
    }
}

extension EventPlatformClient {
    /// What is known of the user and the device; see ``Subject``.
    ///
    /// ```swift
    /// client.subject.userId = "4711"
    /// print(client.subject.language ?? "unknown")
    /// ```
    ///
    /// Each field can be set at any time, from the next event on. It then keeps its value through later remote
    /// configurations, until the process ends. Two threads may set different fields at once.
    public var subject: Subject {
        get { dependencies.caller.withLock { $0.subject.current } }
        set { dependencies.caller.withLock { $0.subject.change(newValue.changes) } }
    }
}

/// The subject of a client: what configurations say, and what the app has set.
struct LayeredSubject: Sendable {
    private var configured = Subject()
    private(set) var runTime: [Subject.Field: String?] = [:]
    /// The values in force.
    private(set) var current = Subject()

    init(_ configured: Subject = Subject()) { configure(configured) }

    /// Replaces what configurations say.
    mutating func configure(_ configured: Subject) {
        self.configured = configured
        update()
    }

    /// Adds what the app has set.
    mutating func change(_ changes: [Subject.Field: String?]) {
        for (field, value) in changes { runTime.updateValue(value, forKey: field) }
        update()
    }

    private mutating func update() {
        var subject = configured
        subject.apply(runTime)
        current = subject.withoutChanges
    }
}
