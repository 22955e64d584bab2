import EventCatalog
import EventSchema
import TestSupport
import Testing

@testable import EventIntake

/// `Filters.yaml` and `GET /filters`.
@Suite(.waitLimit) struct NamedFiltersTests {
    private static let file = """
        - name: Rejected
          query: valid:false
          description: What to look at first.
        - {name: Clicks, query: "action:click"}

        """

    @Test func `filters are served in the order of the file`() async throws {
        try await TestWorkspace.open { workspace in
            try workspace.write(Self.file, to: "Filters.yaml")
        } _: { client async throws in
            #expect(
                try await client.get("/filters").json == [
                    "file": "Filters.yaml",
                    "filters": [
                        ["name": "Rejected", "query": "valid:false", "description": "What to look at first."],
                        ["name": "Clicks", "query": "action:click", "description": .null],
                    ],
                ])
        }
    }

    @Test(
        arguments: [
            ("- name: A\n  query: 'valid:perhaps'\n", ":2:"), ("- query: x\n", ":1:"), ("- {name: B}\n", ":1:"),
            ("- name: A\n  query: x\n  colour: red\n", ":3:"),
            ("- {name: A, query: x}\n- {name: A, query: y}\n", ":2:"),
            ("- name: A\n  query: x\n  description: 3\n", ":3:"), ("- text\n", ":1:"), ("name: A\n", ":1:"),
        ])
    func `an entry with a mistake is reported with its line, and left out`(text: String, line: String) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write(text + (text.hasPrefix("-") ? "- {name: Good, query: z}\n" : ""), to: "Filters.yaml")
        let filters = try NamedFilters(file: folder.path("Filters.yaml"))
        #expect(filters.problems.count == 1 && filters.problems.first?.contains("Filters.yaml\(line)") == true)
        #expect(filters.entries.last?.name == (text.hasPrefix("-") ? "Good" : nil))
    }

    @Test func `an edit is live, and a broken one leaves the filters as they were`() throws {
        var watched = try WatchedContent()
        defer { watched.workspace.remove() }
        #expect(watched.content.current.filters.entries.isEmpty)
        try watched.workspace.write(Self.file, to: "Filters.yaml")
        watched.pollTwice()
        #expect(watched.content.current.filters.entries.map(\.name) == ["Rejected", "Clicks"])
        #expect(watched.places.last == "Filters: 2 served.")
        try watched.workspace.write("- name: [\n", to: "Filters.yaml")
        watched.pollTwice()
        #expect(watched.content.current.filters.entries.count == 2)
        #expect(watched.places.last == "Filters: served as before the edit.")
    }
}
