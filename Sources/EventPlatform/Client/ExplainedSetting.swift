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
