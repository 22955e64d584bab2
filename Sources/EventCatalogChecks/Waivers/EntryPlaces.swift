import EventCatalog

/// The lines of files at which entries begin: streams, experiments or instruments.
struct EntryPlaces: Sendable {
    private var byFile: [String: [(line: Int, name: String)]] = [:]

    mutating func add(_ name: String, at location: SourceLocation) {
        if let line = location.line { byFile[location.file, default: []].append((line, name)) }
    }

    /// The entry that has the item of a waiver, or is that item; `nil` for an item of the file's own, such as a
    /// default.
    func entry(of waiver: Waiver) -> String? {
        guard let first = waiver.lines?.lowerBound else { return nil }
        return byFile[waiver.location.file]?.filter { $0.line <= first }.max { $0.line < $1.line }?.name
    }
}
