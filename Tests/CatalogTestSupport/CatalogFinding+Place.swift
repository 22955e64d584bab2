package import EventCatalog

extension CatalogFinding {
    /// Rule, line and column: `unknown-attribute 5:24`.
    package var place: String { "\(rule.id) \(location.line ?? 0):\(location.column ?? 0)" }
}
