import EventCatalog
import EventSchema

/// A text that stands without quotes and that other readers of YAML take for something else.
struct AmbiguousText {
    let path: [String]
    let problem: String
    let remedy: String
    let edit: TextEdit

    /// The text at a location; `nil` for one in quotes, or that every reader takes for a text.
    init?(_ text: String, _ path: [String], at location: SourceLocation?, of document: SourceDocument) {
        guard let other = YAMLOtherReading(of: text).problem, let location,
            let edit = document.edits(replacing: text, with: "'\(text)'", at: location).first,
            // A quoted text does not begin where the value does.
            edit.location == location
        else { return nil }
        (self.path, self.edit) = (path, edit)
        problem = "“\(text)” without quotes is \(other)."
        remedy = "Write “'\(text)'”."
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
                add(AmbiguousText(text, path, at: document.yamlLocation(ofValueAt: path), of: document))
            case .array(let elements):
                for (position, element) in elements.enumerated() { find(in: element, path + ["\(position)"]) }
            case .object(let members):
                for (name, member) in members {
                    let path = path + [name]
                    if !YAMLOtherReading(of: name).isText {
                        add(AmbiguousText(name, path, at: document.location(at: path), of: document))
                    }
                    find(in: member, path)
                }
            default: break
            }
        }

        private mutating func add(_ text: AmbiguousText?) {
            guard let text, seen.insert(text.edit.location).inserted else { return }
            found.append(text)
        }
    }
}
