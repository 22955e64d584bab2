import EventCatalog
import TestSupport
import Testing

@Suite struct NamedFiltersTests {
    @Test(
        arguments: [
            ("- name: A\n  query: 'valid:perhaps'\n", ":2:"), ("- query: x\n", ":1:"), ("- {name: B}\n", ":1:"),
            ("- name: A\n  query: x\n  colour: red\n", ":3:"),
            ("- {name: A, query: x}\n- {name: A, query: y}\n", ":2:"),
            ("- name: A\n  query: x\n  description: 3\n", ":3:"), ("- text\n", ":1:"), ("name: A\n", ":1:"),
        ])
    func `an entry with a mistake has a finding at its line, and is left out`(text: String, line: String) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(text + (text.hasPrefix("-") ? "- {name: Good, query: z}\n" : ""), to: "Filters.yaml")
        let filters = try NamedFilters(file: folder.path("Filters.yaml"))
        #expect(filters.findings.count == 1 && filters.findings.first?.rule.id == "invalid-filter")
        #expect(filters.findings.first?.description.contains("Filters.yaml\(line)") == true)
        #expect(filters.entries.last?.name == (text.hasPrefix("-") ? "Good" : nil))
    }
}
