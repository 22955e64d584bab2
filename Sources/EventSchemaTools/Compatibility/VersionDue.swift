package import EventCatalog

extension SemanticVersion {
    /// The next number behind this one for changes of a level.
    package func next(_ level: VersionLevel) -> SemanticVersion {
        switch level {
        case .major: SemanticVersion(major + 1, 0, 0)
        case .minor: SemanticVersion(major, minor + 1, 0)
        case .patch: SemanticVersion(major, minor, patch + 1)
        }
    }

    /// The part of the number that is raised from an earlier one; `nil` when none is.
    func level(over earlier: SemanticVersion) -> VersionLevel? {
        guard self > earlier else { return nil }
        if major != earlier.major { return .major }
        return minor == earlier.minor ? .patch : .minor
    }
}
