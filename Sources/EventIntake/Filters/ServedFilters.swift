import EventCatalog
import EventSchema

/// The filters by name that an intake serves: those of the file as it is, or of before where it cannot be read.
struct ServedFilters: Sendable {
    /// The filters, in the order of the file.
    private(set) var entries: [NamedFilters.Entry] = []
    /// What is wrong with single filters, which are left out.
    private(set) var problems: [String] = []
    /// Why the file cannot be read; `nil` when it can.
    private(set) var error: String?

    /// Reads the file; without one there are no filters.
    mutating func read(_ file: String) {
        do {
            let filters = try NamedFilters(file: file)
            (entries, problems, error) = (filters.entries, filters.findings.map(\.description), nil)
        } catch {
            (problems, self.error) = ([], "\(error)")
        }
    }

    /// The members of the response to `GET /filters`.
    var json: JSONObject {
        [
            "filters": .array(entries.map(\.json)), "problems": .array(problems.map(JSONValue.string)),
            "error": error.map(JSONValue.string) ?? .null,
        ]
    }
}

extension NamedFilters.Entry {
    fileprivate var json: JSONValue {
        [
            "name": .string(name), "query": .string(query),
            "description": description.map(JSONValue.string) ?? .null, "default": .bool(isDefault),
        ]
    }
}
