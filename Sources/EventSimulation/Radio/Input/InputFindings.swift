/// What is wrong with an input of a simulation: a trace, a model, or a HAR file. Each finding begins with its place.
package struct InputFindings: Error, Hashable, CustomStringConvertible {
    /// The findings in the order of the input, at most ``limit`` of them.
    package let findings: [String]

    /// How many findings are reported of one input.
    package static let limit = 20

    /// The findings, if there are any.
    init?(_ findings: [String]) {
        guard !findings.isEmpty else { return nil }
        self.findings = findings.prefix(Self.limit) + (findings.count > Self.limit ? ["and more"] : [])
    }

    /// One finding.
    init(_ finding: String) { findings = [finding] }

    package var description: String { findings.joined(separator: "\n") }
}
