import EventCatalog
import EventSchema
import EventSchemaTools

extension Rule {
    static let ambiguousText = Rule(
        "ambiguous-text", .warning,
        "A text without quotes, in any YAML file that is checked, is not a text to all readers of YAML.",
        reason: """
            Readers take on, yes, dates, 1.10 and 12:30 of YAML 1.1, or 08 and 0o17 of YAML 1.2, for other values. The \
            dates of expires, start and end, and the names of streams, need no quotes.
            """,
        mistake: .version("on: {type: string, description: Whether it is on., maxLength: 9}"),
        corrected: .version("'on': {type: string, description: Whether it is on., maxLength: 9}"))
}

/// A text that stands without quotes and that other readers of YAML take for something else.
struct AmbiguousText {
    let text: String
    let path: [String]
    /// Whether it is the name of a member, not a value.
    let isName: Bool
    let problem: String
    let remedy: String
    let edit: TextEdit
    /// Its place, with the item at the path.
    let location: SourceLocation

    /// The text at a location; `nil` for one in quotes, or that every reader takes for a text.
    init?(_ text: String, _ path: [String], isName: Bool, at location: SourceLocation?, of document: SourceDocument) {
        guard let other = YAMLOtherReading(of: text).problem, let location,
            let edit = document.edits(replacing: text, with: "'\(text)'", at: location).first,
            // A quoted text does not begin where the value does.
            edit.location == location
        else { return nil }
        (self.text, self.path, self.isName, self.edit, self.location) = (text, path, isName, edit, location)
        problem = "“\(text)” without quotes is \(other)."
        remedy = "Write “'\(text)'”."
    }

    /// Whether it is a date to other readers.
    var isDate: Bool {
        let reading = YAMLOtherReading(of: text)
        return reading.yaml11 == .timestamp || reading.yaml12 == .timestamp
    }

    /// The texts and names at a path of a document and below it. What several aliases bring is found once.
    static func all(in document: SourceDocument, at path: [String] = []) -> [AmbiguousText] {
        guard SourceText.isYAML(document.file) else { return [] }
        let value = path.reduce(JSONValue?.some(document.value)) { $0?.element(named: $1) }
        var finder = Finder(document: document)
        if let value { finder.find(in: value, path) }
        return finder.found
    }

    private struct Finder {
        let document: SourceDocument
        private(set) var found: [AmbiguousText] = []
        private var seen: Set<SourceLocation> = []

        init(document: SourceDocument) { self.document = document }

        mutating func find(in value: JSONValue, _ path: [String]) {
            switch value {
            case .string(let text):
                guard !YAMLOtherReading(of: text).isText else { return }
                let location = document.yamlLocation(ofValueAt: path)
                add(AmbiguousText(text, path, isName: false, at: location, of: document))
            case .array(let elements):
                for (position, element) in elements.enumerated() { find(in: element, path + ["\(position)"]) }
            case .object(let members):
                for (name, member) in members {
                    let path = path + [name]
                    if !YAMLOtherReading(of: name).isText {
                        add(AmbiguousText(name, path, isName: true, at: document.location(at: path), of: document))
                    }
                    find(in: member, path)
                }
            default: break
            }
        }

        private mutating func add(_ text: AmbiguousText?) {
            guard let text, seen.insert(text.location).inserted else { return }
            found.append(text)
        }
    }
}

extension [AmbiguousText] {
    /// The findings, each place once, without those of values that have an error of another rule: such a value is meant
    /// to be something else, and quotes would not correct it.
    func findings(beside others: [CatalogFinding]) -> [CatalogFinding] {
        guard !isEmpty else { return [] }
        let errors = Dictionary(grouping: others.filter { $0.severity == .error }.map(\.location), by: \.file)
            .mapValues { Set($0.map(\.item)) }
        var seen: Set<SourceLocation> = []
        return filter { text in
            errors[text.location.file]?.contains(text.location.item) != true && seen.insert(text.location).inserted
        }.map { text in
            CatalogFinding(.ambiguousText, text.location, text.problem, remedy: text.remedy, edits: [text.edit])
        }
    }
}
