import EventSchema

/// Reads the fields of one experiment or instrument and notes what is wrong with them. What it returns for a broken
/// field is never used: an entry with issues is left out.
struct EntryReader {
    private var reader: SettingsReader
    private let root: SettingsField

    init(_ value: JSONValue, label: String) {
        reader = SettingsReader(stream: label)
        root = SettingsField(value)
        if value.object == nil { reader.reject(root, "must be an object, \(root.found)") }
    }

    var issues: [StreamIssue] { reader.broken }
    var remarks: [StreamIssue] { reader.remarks }

    mutating func reject(_ name: String, _ message: String) { reader.reject(root[name], message) }

    func value(_ name: String) -> JSONValue? { root[name].value }

    /// A text that must be there.
    mutating func text(_ name: String) -> String {
        if root[name].value == nil { reject(name, "is missing") }
        return reader.string(root[name]) ?? ""
    }

    mutating func optionalText(_ name: String) -> String? { reader.string(root[name]) }

    mutating func texts(_ name: String) -> [String] { reader.strings(root[name]) ?? [] }

    mutating func attributes(_ name: String) -> [ContextualAttribute] { reader.attributes(named: root[name]) }

    mutating func sampleRate(_ name: String) -> WikiSampleRate { WikiSampleRate(reader.map(root[name])) }

    /// A date that must be there.
    mutating func instant(_ name: String) -> UTCInstant {
        let text = text(name)
        if let instant = UTCInstant(iso8601: text) { return instant }
        if value(name)?.string != nil {
            reject(name, "must be a date such as 2026-01-31T00:00:00Z, is “\(text.prefix(64))”")
        }
        return UTCInstant(seconds: 0)
    }
}
