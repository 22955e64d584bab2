/// What makes two findings the same.
private struct FindingIdentity: Hashable {
    let location: SourceLocation
    let rule: Rule
    let problem: String

    init(_ finding: CatalogFinding) {
        (location, rule, problem) = (finding.location, finding.rule, finding.problem)
    }
}

extension CatalogFinding {
    /// Whether the finding comes before another at another place. What is wrong with the words of a project may be the
    /// cause of what is found in other files, so that it comes first.
    func precedes(_ other: CatalogFinding) -> Bool {
        let (own, others) = (ProjectFileName.ends(location.file), ProjectFileName.ends(other.location.file))
        return own == others ? location < other.location : own
    }
}

extension [CatalogFinding] {
    /// Adds a finding.
    package mutating func add(
        _ rule: Rule, _ location: SourceLocation, _ problem: String, remedy: String, edits: [TextEdit] = []
    ) {
        append(CatalogFinding(rule, location, problem, remedy: remedy, edits: edits))
    }

    /// The findings in the file of a project, then the others, each ordered by file, line and column, then by rule and
    /// problem. Of those that differ in none of these, such as a mistake in the defaults that is found in each stream,
    /// the first.
    package func sortedWithoutDuplicates() -> [CatalogFinding] {
        var seen: Set<FindingIdentity> = []
        return filter { seen.insert(FindingIdentity($0)).inserted }.sorted { left, right in
            if left.location != right.location { return left.precedes(right) }
            return (left.rule.id, left.problem) < (right.rule.id, right.problem)
        }
    }
}
