import EventSchema

/// Where in which document the keyword of a finding stands, as ajv 6 tells it.
struct AjvLocation {
    let keyword: String
    /// A way from the document's root, or from another document's name.
    let schemaPath: String
    /// The value of the keyword; `nil` where it is not found.
    let operand: JSONValue?
    /// The schema that has the keyword.
    let holder: JSONValue?
    /// The property of `dependencies` that asks for others.
    let property: String?

    /// Keywords that may be `false` and are told of themselves, not as a schema that nothing satisfies.
    private static let speakForThemselves = ["additionalProperties", "additionalItems", "contains"]

    init(_ finding: Finding, schema: JSONValue, documents: (String) -> JSONValue?) {
        let absolute = finding.absoluteKeywordLocation ?? "#\(finding.keywordLocation)"
        let parts = absolute.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let (uri, pointer) = (parts[0], parts.count > 1 ? parts[1] : "")
        let isOwn = uri.isEmpty || uri == schema["$id"]?.string
        let document = isOwn ? schema : documents(uri)
        var names = JSONPath.names(of: pointer)
        // A reference to a whole document goes on with the document's name, any other with a fragment.
        let tail = JSONPath.names(of: finding.keywordLocation).split(separator: "$ref").last?.count ?? 0
        var path = (isOwn ? "#" : tail == names.count ? uri : uri + "#") + pointer
        let found = document.flatMap { JSONPath.value(at: names, in: $0) }

        if found == false, !Self.speakForThemselves.contains(names.last ?? "") {
            (keyword, operand, property, holder) = ("false schema", found, nil, nil)
            schemaPath = path + "/false schema"
            return
        }
        if names.dropLast().last == "dependencies", found?.array != nil {
            property = names.popLast()
            path = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex))
        } else {
            property = nil
        }
        keyword = names.last ?? "false schema"
        schemaPath = path
        operand = found
        holder = document.flatMap { JSONPath.value(at: names.dropLast(), in: $0) }
    }
}

/// Ways through a JSON document.
enum JSONPath {
    /// The names of a JSON pointer (RFC 6901).
    static func names(of pointer: String) -> [String] {
        pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            $0.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
                .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
        }
    }

    static func value(at path: some Sequence<String>, in root: JSONValue) -> JSONValue? {
        path.reduce(Optional(root)) { value, name in
            guard let array = value?.array else { return value?[name] }
            return Int(name).flatMap { array.indices.contains($0) ? array[$0] : nil }
        }
    }

    /// A path as JavaScript would write it: `.meta.dt`, `['user-agent']`, `[0]`.
    static func script(of path: [String], in root: JSONValue) -> String {
        var text = ""
        var value = Optional(root)
        for name in path {
            if value?.array != nil {
                text += "[\(name)]"
            } else if name.isJavaScriptName {
                text += ".\(name)"
            } else {
                text += "['\(name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'"))']"
            }
            value = value.flatMap { Self.value(at: [name], in: $0) }
        }
        return text
    }
}

extension String {
    /// Whether ajv writes the name behind a dot.
    fileprivate var isJavaScriptName: Bool {
        guard let first = unicodeScalars.first, !("0"..."9").contains(first) else { return false }
        return unicodeScalars.allSatisfy {
            ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_" || $0 == "$"
        }
    }
}
