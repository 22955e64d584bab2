import EventSchema

/// An area file below `Streams/`: a map from stream name to the stream's own settings.
struct StreamFile: Sendable {
    let document: SourceDocument

    /// The streams with their settings, in the order of the file.
    var entries: JSONObject { document.value.object ?? [:] }

    /// Where a setting stands.
    ///
    /// - Parameters:
    ///   - path: the way as ``StreamIssue`` tells it: steps joined by dots, elements as `[1]`.
    ///   - stream: the name of the stream.
    /// - Returns: the position of the setting; when the file does not have it, of the innermost value around it.
    func location(of path: String, in stream: String) -> SourceLocation {
        document.location(at: names(of: path, in: stream))
    }

    /// Whether the file itself has the setting; otherwise it comes from the defaults.
    func has(_ path: String, in stream: String) -> Bool {
        let names = names(of: path, in: stream)
        return document.existing(names).count == names.count
    }

    /// Takes a path apart. Names may hold dots themselves, so at each step the longest name that is there is meant.
    private func names(of path: String, in stream: String) -> [String] {
        var names = [stream]
        var value = entries[stream]
        var rest = path[...]
        while !rest.isEmpty {
            let step = Self.step(of: rest, in: value)
            names.append(step.name)
            value = value?.element(named: step.name)
            rest = rest.dropFirst(step.length)
            if rest.first == "." { rest.removeFirst() }
        }
        return names
    }

    private static func step(of path: Substring, in value: JSONValue?) -> (name: String, length: Int) {
        if path.first == "[", let end = path.firstIndex(of: "]") {
            return (String(path[path.index(after: path.startIndex)..<end]), path[...end].count)
        }
        let known = value?.object?.names.filter { name in
            path.hasPrefix(name) && [nil, ".", "["].contains(path.dropFirst(name.count).first)
        }
        let name = known?.max { $0.count < $1.count } ?? String(path.prefix { $0 != "." && $0 != "[" })
        return (name, max(1, name.count))
    }
}
