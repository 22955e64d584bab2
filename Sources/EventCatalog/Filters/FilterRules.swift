/// The rules by which the file of filters is read.
extension Rule {
    static let invalidFilter = Rule(
        "invalid-filter", .error, "The file of filters has an entry that cannot be used.",
        reason: "The intake leaves the filter out, so that nobody finds it by its name.",
        mistake: .filters("- name: Rejected searches\n  query: stream:app.search valid:no\n"),
        corrected: .filters("- name: Rejected searches\n  query: stream:app.search valid:false\n"))

    package static let filterRules = [invalidFilter]
}

extension RuleExample {
    /// A file of filters, and a stream.
    fileprivate static func filters(_ text: String) -> RuleExample {
        [NamedFilters.fileName: text, "Streams/example.yaml": stream()]
    }
}
