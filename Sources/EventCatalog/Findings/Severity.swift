/// How serious a finding is. The order is from `note` to `error`.
public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// Information: nothing has to change.
    case note
    /// Probably not what the author meant.
    case warning
    /// Wrong on every reading: clients or the intake would ignore, refuse or misread it.
    case error
}

extension Severity: Comparable {
    /// Whether `left` is less serious.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}
