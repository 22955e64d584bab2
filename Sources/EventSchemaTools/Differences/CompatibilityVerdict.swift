/// What a change of a schema means for events and for those who read them. The order is from `compatible` to
/// `breaking`.
package enum CompatibilityVerdict: String, Sendable, Hashable, CaseIterable {
    /// Every event that was valid is still valid, and readers find what they found before. Properties that the old
    /// schema does not name are the exception: see ``SchemaChange/Kind/propertyAdded``.
    case compatible
    /// Events stay valid, but a person has to look at what changes for them.
    case warned
    /// Events stay valid, but readers may find values that they do not expect, or miss properties that they rely on.
    case readers
    /// Events that were valid may be refused.
    case breaking
}

extension CompatibilityVerdict: Comparable {
    /// Whether `left` is less serious.
    package static func < (left: CompatibilityVerdict, right: CompatibilityVerdict) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The verdict in words, for tables and lists.
    package var words: String {
        switch self {
        case .compatible: "compatible"
        case .warned: "look at it"
        case .readers: "breaks readers only"
        case .breaking: "breaking"
        }
    }
}

/// The part of a version number that a change raises. The order is from `patch` to `major`.
package enum VersionLevel: String, Sendable, Hashable, CaseIterable {
    case patch, minor, major
}

extension VersionLevel: Comparable {
    /// Whether `left` raises a part further behind.
    package static func < (left: VersionLevel, right: VersionLevel) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
