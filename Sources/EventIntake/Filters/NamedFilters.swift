import EventCatalog
import EventSchema
import EventSupport

/// The filters that a project keeps by name, from the file `Filters.yaml` beside its folder of streams.
///
/// ```yaml
/// - name: Rejected searches
///   query: stream:app.search valid:false
///   description: What the search team looks at first.
/// ```
struct NamedFilters: Sendable {
    /// The name of the file.
    static let fileName = "Filters.yaml"

    struct Entry: Sendable, Hashable {
        let name: String
        let query: String
        let description: String?
    }

    /// The filters, in the order of the file.
    private(set) var entries: [Entry] = []
    /// What is wrong with the file, with the place first. Entries with a mistake are left out.
    private(set) var problems: [String] = []

    /// No filters.
    init() {}

    /// Reads a file; without one there are no filters.
    ///
    /// - Throws: `CatalogError` when the file cannot be read or is no YAML.
    init(file: String) throws(CatalogError) {
        guard FileKind(at: file) != .missing else { return }
        let document = try SourceFiles().document(in: file)
        guard !document.value.isNull else { return }
        guard let list = document.value.array else {
            problems.append("\(document.location(at: [])): must be a list of filters, each with name and query.")
            return
        }
        for (place, value) in list.enumerated() { read(value, at: ["\(place)"], in: document) }
    }

    private static let keys: Set = ["name", "query", "description"]

    private mutating func read(_ value: JSONValue, at path: [String], in document: SourceDocument) {
        func report(_ key: String? = nil, _ text: String) {
            let place = document.location(at: document.existing(path + [key].compactMap { $0 }))
            problems.append("\(place): \(text) The filter is left out.")
        }
        guard let fields = value.object else { return report(nil, "A filter must be a map with name and query.") }
        if let unknown = fields.names.first(where: { !Self.keys.contains($0) }) {
            return report(unknown, "“\(unknown)” is not a setting of a filter: name, query and description are.")
        }
        guard let name = fields["name"]?.string, !name.isEmpty else {
            return report("name", "A filter must have a name, which is a text.")
        }
        guard !entries.contains(where: { $0.name == name }) else {
            return report("name", "There is another filter named “\(name)”.")
        }
        guard let query = fields["query"]?.string else {
            return report("query", "A filter must have a query, which is a text.")
        }
        do { _ = try EventFilter(parsing: query) } catch { return report("query", error.message) }
        guard fields["description"].map({ $0.string != nil }) ?? true else {
            return report("description", "A description must be a text.")
        }
        entries.append(Entry(name: name, query: query, description: fields["description"]?.string))
    }

    /// In the form of the response to `GET /filters`.
    var json: JSONValue {
        .array(
            entries.map { entry in
                [
                    "name": .string(entry.name), "query": .string(entry.query),
                    "description": entry.description.map(JSONValue.string) ?? .null,
                ]
            })
    }
}
