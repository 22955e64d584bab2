import EventCatalog
import EventSchema
import Foundation
import TestSupport
import Testing

@testable import EventIntake

/// `Filters.yaml` and `GET /filters`.
@Suite(.waitLimit) struct NamedFiltersTests {
    private static let file = """
        - name: Rejected
          query: valid:false
          description: What to look at first.
        - {name: Clicks, query: "action:click", default: true}

        """

    @Test func `filters are served in the order of the file`() async throws {
        try await TestWorkspace.open { workspace in
            try workspace.write(Self.file, to: "Filters.yaml")
        } _: { client async throws in
            #expect(
                try await client.get("/filters").json == [
                    "file": "Filters.yaml",
                    "filters": [
                        [
                            "name": "Rejected", "query": "valid:false", "description": "What to look at first.",
                            "default": false,
                        ],
                        ["name": "Clicks", "query": "action:click", "description": .null, "default": true],
                    ], "problems": [], "error": .null,
                ])
        }
    }

    /// Fails when a broken file ends the start, or its mistake is not reported.
    @Test func `a file that cannot be read at the start serves no filters, and says why`() throws {
        var watched = try WatchedContent { try $0.write("- name: [\n", to: "Filters.yaml") }
        defer { watched.workspace.remove() }
        let notices = watched.content.current.notices.map { $0.replacing(watched.workspace.root.path, with: "") }
        #expect(notices.first?.hasPrefix("/Filters.yaml:2:1: ") == true && notices.count == 2, "\(notices)")
        #expect(watched.content.current.filters.entries.isEmpty)
        watched.pollTwice()
        #expect(watched.places.isEmpty)
        try watched.workspace.write(Self.file, to: "Filters.yaml")
        watched.pollTwice()
        #expect(watched.content.current.filters.entries.count == 2)
        #expect(watched.content.current.filters.error == nil)
    }

    @Test func `what is wrong with the file is in the response`() async throws {
        try await TestWorkspace.open { workspace in
            let mistakes = "- {name: B, query: 'valid:no'}\n- {name: C, query: x, default: often}\n"
            try workspace.write("- {name: A, query: x}\n" + mistakes, to: "Filters.yaml")
        } _: { client async throws in
            let response = try await client.get("/filters").json
            #expect(response["filters"]?.array?.count == 1 && response["error"] == .null)
            #expect(response["problems"]?.array?.count == 2)
            #expect(response["problems"]?.array?.first?.string?.contains("Filters.yaml:2:") == true)
            #expect(response["problems"]?.array?.last?.string?.contains("default must be true or false") == true)
        }
        try await TestWorkspace.open { workspace in
            try workspace.write("- name: [\n", to: "Filters.yaml")
        } _: { client async throws in
            let response = try await client.get("/filters").json
            #expect(response["filters"] == [] && response["problems"] == [])
            #expect(response["error"]?.string?.contains("Filters.yaml:2:1: ") == true)
        }
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
