/// What makes two findings the same.
private struct FindingIdentity: Hashable {
    let location: SourceLocation
    let rule: Rule
    let problem: String

    init(_ finding: CatalogFinding) {
        (location, rule, problem) = (finding.location, finding.rule, finding.problem)
    }
}

extension [CatalogFinding] {
    /// Adds a finding.
    package mutating func add(
        _ rule: Rule, _ location: SourceLocation, _ problem: String, remedy: String, edits: [TextEdit] = []
    ) {
        append(CatalogFinding(rule, location, problem, remedy: remedy, edits: edits))
    }

    /// The findings ordered by file, line and column, then by rule and problem. Of those that differ in none of these,
    /// such as a mistake in the defaults that is found in each stream, the first.
    package func sortedWithoutDuplicates() -> [CatalogFinding] {
        var seen: Set<FindingIdentity> = []
        return filter { seen.insert(FindingIdentity($0)).inserted }.sorted { left, right in
            if left.location != right.location { return left.location < right.location }
            return (left.rule.id, left.problem) < (right.rule.id, right.problem)
        }
    }
}
