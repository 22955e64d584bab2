import EventSchema

/// An entry of a list that is left out since it is broken, with every reason.
public struct QuarantinedEntry: Sendable, Hashable {
    /// The position in the list, from 0.
    public let position: Int
    /// The entry's name; `nil` when it has none.
    public let name: String?
    /// What is broken; at least one.
    public let issues: [StreamIssue]
}

/// The experiments or instruments of one fetch, decoded one by one: a broken entry is left out alone.
public struct ConfigurationList<Entry: NamedConfiguration>: Sendable {
    /// The usable entries, in order.
    public private(set) var entries: [Entry] = []
    /// The entries that are left out, and why.
    public private(set) var quarantined: [QuarantinedEntry] = []
    /// Remarks on entries that work all the same, such as unknown contextual attributes.
    public private(set) var diagnostics: [StreamIssue] = []

    /// Reads a response, which must be a list.
    init(response: JSONValue, decode: (inout EntryReader) -> Entry) throws(StreamConfigurationError) {
        guard let elements = response.array else {
            let kind = response.typeName
            throw StreamConfigurationError(.notAList, "the response must be a JSON list, it is of type \(kind)")
        }
        for (position, element) in elements.enumerated() { add(element, at: position, decode) }
    }

    /// The usable entry of that name.
    ///
    /// - Complexity: linear in the number of entries.
    public subscript(name: String) -> Entry? { entries.first { $0.name == name } }

    private mutating func add(_ element: JSONValue, at position: Int, _ decode: (inout EntryReader) -> Entry) {
        let name = element["name"]?.string
        var reader = EntryReader(element, label: name ?? "entry \(position)")
        let entry = decode(&reader)
        if self[entry.name] != nil { reader.reject("name", "is used by an earlier entry") }
        if reader.issues.isEmpty {
            entries.append(entry)
            diagnostics += reader.remarks
        } else {
            quarantined.append(QuarantinedEntry(position: position, name: name, issues: reader.issues))
        }
    }
}

/// An entry of a list that has a name.
public protocol NamedConfiguration: Sendable {
    /// The name.
    var name: String { get }
}
