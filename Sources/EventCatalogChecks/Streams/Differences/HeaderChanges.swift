import EventSchema
import EventStreams

/// Changes of what the intake stores of the requests that bring the events.
enum HeaderChanges {
    static let path = ["producers", "eventgate", "enrich_fields_from_http_headers"]

    static func changes(in pair: StreamPair) -> [StreamChange] {
        guard let (before, after) = pair.difference(at: path) else { return [] }
        guard let old = pair.configurationBefore.map(sources), let new = pair.configurationAfter.map(sources) else {
            return [UninterpretedSettingChanges.change(at: path, before, after, kind: .headers)]
        }
        let fields = new.keys.filter { new[$0] != old[$0] } + old.keys.filter { new[$0] == nil }
        let changes = fields.map { field in
            StreamChange(
                .headers, words(field, old[field], new[field]), at: path + [field], before?[field], after?[field])
        }
        return changes.isEmpty ? [UninterpretedSettingChanges.rewritten(at: path, before, after)] : changes
    }

    /// The names of what is stored, by the paths of the fields. A field of the standard rules is there unless the
    /// setting says otherwise.
    private static func sources(of stream: StreamConfiguration) -> [String: String] {
        let fields = IntakeFields(stream).fields(title: stream.schemaTitle ?? "")
        let sources = fields.compactMap { field in
            field.source.name.map { (field.path.joined(separator: "."), $0) }
        }
        return Dictionary(sources) { _, last in last }
    }

    private static func words(_ field: String, _ old: String?, _ new: String?) -> String {
        switch (old, new) {
        case (nil, let new?): "\(new) is now stored in \(field)"
        case (let old?, nil): "\(old) is no longer stored in \(field)"
        default: "\(field) now stores \(new ?? "nothing") instead of \(old ?? "nothing")"
        }
    }
}

extension IntakeFields.Source {
    /// The value in words; `nil` for values that the intake generates.
    fileprivate var name: String? {
        switch self {
        case .id, .time: nil
        case .address: "the client's address"
        case .header(let name): "the request header \(name)"
        }
    }
}
