import EventSchema

/// The folders that the file of a project names. One that cannot be used is a finding, and is left out.
struct ProjectFolders {
    private(set) var streams: String?
    private(set) var schemas: [String]?
    private(set) var experiments: String?
    private(set) var findings: [CatalogFinding] = []
    /// Whether each folder that the file names could be read.
    private(set) var areComplete = true
    private let document: SourceDocument

    init(_ document: SourceDocument) {
        self.document = document
        areComplete = document.value.object != nil && document.isComplete()
        streams = folder(document.value["streams"], at: ["streams"])
        experiments = folder(document.value["experiments"], at: ["experiments"])
        schemas = roots(document.value["schemas"])
    }

    /// The roots of schema repositories, each once.
    private mutating func roots(_ value: JSONValue?) -> [String]? {
        guard let values = value?.array else {
            if value != nil { areComplete = false }
            return nil
        }
        var roots: [String] = []
        for (position, value) in values.enumerated() {
            let place = ["schemas", "\(position)"]
            guard let root = folder(value, at: place) else { continue }
            if let first = roots.first(where: { FolderPath.normal($0) == FolderPath.normal(root) }) {
                findings.add(
                    .invalidProject, document.location(at: place), "“\(root)” is the same folder as “\(first)”.",
                    remedy: "Remove it.")
            } else {
                roots.append(root)
            }
        }
        return roots
    }

    /// A folder that is named at a place; what is no text has a finding by the schema of the file.
    private mutating func folder(_ value: JSONValue?, at place: [String]) -> String? {
        guard let value else { return nil }
        if let path = value.string, !FolderPath.isOutside(path) { return path }
        areComplete = false
        guard let path = value.string else { return nil }
        findings.add(
            .invalidProject, document.location(at: place), "“\(path)” is not a path below the folder of \(file).",
            remedy: "Write a path from that folder, or move \(file) above the folder that is meant.")
        return nil
    }

    private var file: String { Project.fileName }
}
