/// A value about the circumstances of an event that a stream may list in `provide_values`: one of the platform's, or
/// one of an app's own.
///
/// An app declares an attribute of its own once, and gives it a value as it gives the platform's:
///
/// ```swift
/// extension ContextualAttribute {
///     static let offline = ContextualAttribute("offline", field: "player.is_offline", type: .boolean)
/// }
/// ```
///
/// ```swift
/// client.updateContext { $0[.offline] = true }
/// ```
///
/// Two attributes are equal when they have the same ``name``, which is used in `provide_values` and in curation rules.
public struct ContextualAttribute: Sendable {
    private enum Kind {
        case builtIn(BuiltIn)
        case own(OwnAttribute)
    }
    private let kind: Kind

    init(_ builtIn: BuiltIn) { kind = .builtIn(builtIn) }

    /// Declares an attribute of an app's own.
    ///
    /// A declaration with which no event can have a value is reported when the attribute is given one, as
    /// `Diagnostic.Kind.misuse` of `EventPlatform`: an empty name, a name of the platform with another field or type, a
    /// control character, a field such as `player..speed`, or one that the client writes itself, such as `meta.dt`.
    ///
    /// - Parameters:
    ///   - name: the name in `provide_values` and in curation rules, such as `offline`. With a name of the platform's,
    ///     and neither field nor type, it is the platform's attribute.
    ///   - field: the property of the event that has the value, with a period between the names of nested objects, such
    ///     as `player.is_offline`. `nil`, the default, is the property of the event's schema that has the name; where
    ///     there is none, the part of the name before the first underscore is that of an object: `player.offline` for
    ///     `player_offline`.
    ///   - type: the kind of value. A value of another kind is left out of events, with a diagnostic.
    ///     The default is ``ContextualAttributeType/any``.
    public init(_ name: String, field: String? = nil, type: ContextualAttributeType = .any) {
        if let known = Self(name: name), field == nil || field == known.path.joined(separator: "."),
            type == .any || type == known.type
        {
            self = known
        } else {
            kind = .own(OwnAttribute(name: name, field: field, type: type))
        }
    }

    /// The platform's attribute with a current or older name; `nil` for every other name.
    public init?(name: String) {
        if let builtIn = BuiltIn(rawValue: name) {
            kind = .builtIn(builtIn)
        } else if let attribute = Self.olderNames[name] {
            self = attribute
        } else if name.hasPrefix("user_"),
            // Names of 2022 begin with `user_` where those of current schemas begin with `performer_`.
            let builtIn = BuiltIn(rawValue: "performer_" + name.dropFirst("user_".count))
        {
            kind = .builtIn(builtIn)
        } else {
            return nil
        }
    }

    /// The attributes of the platform.
    public static let builtIn: [ContextualAttribute] = BuiltIn.allCases.map { Self($0) }

    /// Whether the attribute is an app's own.
    public var isOwn: Bool {
        if case .own = kind { true } else { false }
    }

    private var own: OwnAttribute? {
        if case .own(let own) = kind { own } else { nil }
    }

    /// The name in `provide_values` and in curation rules.
    public var name: String {
        switch kind {
        case .builtIn(let attribute): attribute.rawValue
        case .own(let own): own.name
        }
    }

    /// The path of the value in an event: `["performer", "is_logged_in"]`. Of an attribute of an app's own without a
    /// field, the one that it has where the schema has no property of its name.
    public var path: [String] {
        switch kind {
        case .builtIn(let attribute): attribute.row.path
        case .own(let own): own.paths.last ?? [own.name]
        }
    }

    /// The path of the field that the app has named for an attribute of its own; `nil` for every other attribute.
    package var declaredPath: [String]? { own?.declaredPath }

    /// The paths at which an event may have the value, the first that a schema has first: one, unless the attribute is
    /// an app's own without a field.
    package var paths: [[String]] { own?.paths ?? [path] }

    /// Those of the ``paths`` to which the client writes the value.
    package var writablePaths: [[String]] { own?.writablePaths ?? [path] }

    /// What is wrong with the declaration of an app's own attribute; `nil` when nothing is.
    package var problem: String? { own?.problem }

    /// The kind of value.
    public var type: ContextualAttributeType {
        switch kind {
        case .builtIn(let attribute): attribute.row.type
        case .own(let own): own.type
        }
    }

    /// The source of the value.
    public var source: ContextualAttributeSource {
        if case .builtIn(let attribute) = kind { attribute.row.source } else { .application }
    }

    /// What the value reveals.
    private var exposure: Exposure {
        if case .builtIn(let attribute) = kind { attribute.row.exposure } else { .general }
    }

    /// The lowest `sensitivity` that a stream with the attribute may have; ``Sensitivity/low`` for an app's own.
    public var sensitivity: Sensitivity { exposure.sensitivity }

    /// The reason for the ``sensitivity``, as a sentence.
    public var sensitivityReason: String { exposure.reason }
}

extension ContextualAttribute: Hashable {
    /// Whether both have the same name.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left.kind, right.kind) {
        case (.builtIn(let left), .builtIn(let right)): left == right
        case (.own(let left), .own(let right)): left === right || left.name == right.name
        default: false
        }
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
        switch kind {
        case .builtIn(let attribute): hasher.combine(attribute)
        case .own(let own): hasher.combine(own.name)
        }
    }
}

extension ContextualAttribute: ExpressibleByStringLiteral {
    /// The attribute with this name: the platform's, by an older name too, or one of the app's own without a field.
    ///
    /// ```swift
    /// client.updateContext { $0["offline"] = true }
    /// ```
    public init(stringLiteral name: String) { self.init(name) }
}

extension ContextualAttribute: Comparable {
    /// By name.
    public static func < (left: Self, right: Self) -> Bool { left.name < right.name }
}

extension ContextualAttribute: CustomStringConvertible {
    /// The ``name``.
    public var description: String { name }
}
