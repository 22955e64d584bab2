/// Where a compilation came from, as far as `$dynamicRef` and `$recursiveRef` look at it: for each dynamic anchor the
/// outermost resource that has one of that name.
///
/// A schema is compiled once for each dynamic scope that leads to it. So these references lead to one schema each, as
/// others do, and a validation does not read them.
struct DynamicScope: Hashable {
    /// The number of the schema that has it, among those of the store.
    typealias Anchor = Int

    /// By name; that of `$recursiveAnchor` is empty.
    private(set) var anchors: [ExactText: Anchor] = [:]

    /// The scope within a resource that has these anchors.
    func entering(_ resource: [ExactText: Anchor]) -> DynamicScope {
        var inner = self
        inner.anchors.merge(resource) { outer, _ in outer }
        return inner
    }
}
