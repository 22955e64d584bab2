import EventSchema

/// Finds streams that have another name after the change: equal ones, those of the same description, and those of
/// which one setting is different. Two that could have the same former name are new.
struct StreamRenames {
    /// The former names by the new ones.
    private(set) var oldNames: [String: String] = [:]
    /// The settings of the removed streams that have no new name yet.
    private var removed: [String: JSONObject]
    private var added: [String: JSONObject]

    init(from removed: [String: JSONObject], to added: [String: JSONObject]) {
        (self.removed, self.added) = (removed, added)
        pair { $0 }
        pair { settings in settings["description"].map { ["description": $0] } }
        // Without its title or its description, a stream is like too many others.
        let names = Set(removed.values.flatMap(\.names) + added.values.flatMap(\.names))
        for name in names.subtracting(["schema_title", "description"]).sorted() {
            pair { settings in
                var rest = settings
                rest[name] = nil
                return rest.count > 1 ? rest : nil
            }
        }
    }

    /// Pairs the streams that are alike in a part of their settings, where only one on each side has it.
    private mutating func pair(by part: (JSONObject) -> JSONObject?) {
        let old = Dictionary(grouping: removed.keys) { name in removed[name].flatMap(part) }
        let new = Dictionary(grouping: added.keys) { name in added[name].flatMap(part) }
        for (part, names) in new where part != nil && names.count == 1 {
            guard let past = old[part], past.count == 1, past[0].hasPrefix("/") == names[0].hasPrefix("/")
            else { continue }
            oldNames[names[0]] = past[0]
            (removed[past[0]], added[names[0]]) = (nil, nil)
        }
    }
}
