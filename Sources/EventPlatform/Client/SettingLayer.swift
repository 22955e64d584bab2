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
