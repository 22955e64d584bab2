import EventSchema
import EventSupport

extension Rule {
    package static let invalidFilter = Rule(
        "invalid-filter", .error, "The file of filters has an entry that cannot be used.",
        reason: "The intake leaves the filter out, so that nobody finds it by its name.",
        mistake: .filters("- name: Rejected searches\n  query: stream:app.search valid:no\n"),
        corrected: .filters("- name: Rejected searches\n  query: stream:app.search valid:false\n"))
}

/// The filters of received events that a project keeps by name, from the file `Filters.yaml` beside its folder of
/// streams.
///
/// ```yaml
/// - name: Rejected searches
///   query: stream:app.search valid:false
///   description: What the search team looks at first.
/// - name: Without tests
///   query: -test:*
///   default: true
/// ```
package struct NamedFilters: Sendable {
    /// The name of the file.
    package static let fileName = "Filters.yaml"

    package struct Entry: Sendable, Hashable {
        package let name: String
        package let query: String
        package let description: String?
        /// Whether the filter applies until a person asks for another one.
        package let isDefault: Bool
    }

    /// The filters, in the order of the file.
    package private(set) var entries: [Entry] = []
    /// What is wrong with the file. Entries with a mistake are left out.
    package private(set) var findings: [CatalogFinding] = []
    /// The file; `nil` without one.
    package private(set) var document: SourceDocument?

    /// Reads a file; without one there are no filters.
    ///
    /// - Throws: ``CatalogError`` when the file cannot be read or is no YAML.
    package init(file: String, in sources: SourceFiles = SourceFiles()) throws(CatalogError) {
        guard FileKind(at: file) != .missing else { return }
        let document = try sources.checkedDocument(in: file)
        (findings, self.document) = (document.findings, document)
        guard !document.value.isNull else { return }
        guard let list = document.value.array else {
            report([], in: document, "The file must be a list of filters.", remedy: Self.form)
            return
        }
        for (place, value) in list.enumerated() { read(value, at: ["\(place)"], in: document) }
    }

    /// The path of the file of a folder of streams, where it is or may be written.
    package static func file(beside streams: String) -> String {
        FolderPath.joined(FolderPath.above(streams), fileName)
    }

    private static let keys = ["name", "query", "description", "default"]
    private static let form = "Write a list, whose entries have name, query and, if you like, description and default."

    private mutating func read(_ value: JSONValue, at path: [String], in document: SourceDocument) {
        guard let fields = value.object else {
            return self.report(path, in: document, "A filter must be a map.", remedy: Self.form)
        }
        if let unknown = fields.names.first(where: { !Self.keys.contains($0) }) {
            return self.report(
                path + [unknown], in: document, "“\(unknown)” is not a setting of a filter.",
                remedy: Self.keys.correction(of: unknown))
        }
        func report(_ key: String, _ problem: String, _ remedy: String) {
            self.report(path + [key], in: document, problem, remedy: remedy)
        }
        guard let name = fields["name"]?.string, !name.isEmpty else {
            return report("name", "A filter must have a name.", "Write a text by which people find it.")
        }
        guard !entries.contains(where: { $0.name == name }) else {
            return report("name", "There is another filter named “\(name)”.", "Rename one.")
        }
        guard let query = fields["query"]?.string else {
            return report("query", "A filter must have a query.", "Write a text such as stream:app.search.")
        }
        do { _ = try EventFilter(parsing: query) } catch {
            return report("query", "The query is no filter: \(error.message)", "Try it in the console of the intake.")
        }
        guard fields["description"].map({ $0.string != nil }) ?? true else {
            return report("description", "A description must be a text.", "Put it in quotation marks, or remove it.")
        }
        guard fields["default"].map({ $0.bool != nil }) ?? true else {
            return report("default", "default must be true or false.", "Write true if the filter is on by default.")
        }
        entries.append(
            Entry(
                name: name, query: query, description: fields["description"]?.string,
                isDefault: fields["default"]?.bool ?? false))
    }

    private mutating func report(_ path: [String], in document: SourceDocument, _ problem: String, remedy: String) {
        findings.add(.invalidFilter, document.location(at: document.existing(path)), problem, remedy: remedy)
    }
}

extension RuleExample {
    /// A file of filters, and a stream.
    fileprivate static func filters(_ text: String) -> RuleExample {
        [NamedFilters.fileName: text, "Streams/example.yaml": stream()]
    }
}
