import EventCatalog
import EventSchema
import EventStreams

/// The names and texts of entries that other readers of YAML do not take for texts.
enum ExperimentTextChecks {
    static func findings(
        in entries: [AuthoredExperiment], beside others: [CatalogFinding]
    ) -> [CatalogFinding] {
        entries.flatMap { entry in
            AmbiguousText.all(in: entry.document, at: entry.path).filter { text in
                !isMeant(text, at: text.path.dropFirst(entry.path.count))
            }
        }.findings(beside: others)
    }

    /// Whether what other readers take it for is what it is: a date, or a rate in front of wikis.
    private static func isMeant(_ text: AmbiguousText, at path: ArraySlice<String>) -> Bool {
        if text.isName { return path.dropLast() == ["sample_rate"] && WikiSampleRate.rate(.string(text.text)) != nil }
        return text.isDate && (path == ["start"] || path == ["end"])
    }
}
