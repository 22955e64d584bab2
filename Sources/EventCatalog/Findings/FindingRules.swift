extension Rule {
    /// The rules on what is written about findings: waivers and baselines.
    static let findingRules = waiverRules + [staleBaseline]
}
