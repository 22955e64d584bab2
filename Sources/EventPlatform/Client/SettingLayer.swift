/// Where the value of a setting comes from. A later case takes precedence over an earlier one.
public enum SettingLayer: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The default, or the configuration that the client was created from.
    case `default`
    /// A bundle that the app gives in code.
    case bundle
    /// The document that an earlier process fetched.
    case cached
    /// The document that this process fetched.
    case fetched
    /// What the app has set at run time.
    case runTime

    /// The order of precedence.
    public static func < (left: SettingLayer, right: SettingLayer) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A setting of a client: its value, and the layer that the value comes from.
public struct ExplainedSetting: Sendable, Hashable, CustomStringConvertible {
    /// The setting's place in a bundle, such as `networkConfiguration.endpoint`.
    public let name: String
    /// The value in force, as text. A URL is without its user, password and query.
    public let value: String
    /// The layer that the value comes from.
    public let layer: SettingLayer

    /// The setting on one line.
    public var description: String { "\(name) = \(value) (\(layer.rawValue))" }
}
