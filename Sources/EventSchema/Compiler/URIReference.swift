/// A URI or a relative reference, in its parts (RFC 3986). Anything splits into parts; nothing is checked.
struct URIReference: Sendable, Hashable {
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?
    var fragment: String?

    /// Splits a text as appendix B of RFC 3986 does.
    init(_ text: String) {
        // By scalars, since a mark with a combining one behind it is another character.
        var rest = text.unicodeScalars[...]
        if let mark = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let mark = rest.firstIndex(where: { $0 == ":" || $0 == "/" }), rest[mark] == ":", mark > rest.startIndex {
            scheme = String(rest[..<mark]).lowercased()
            rest = rest[rest.index(after: mark)...]
        }
        if rest.starts(with: "//".unicodeScalars) {
            let afterSlashes = rest.dropFirst(2)
            let end = afterSlashes.firstIndex(of: "/") ?? afterSlashes.endIndex
            authority = String(afterSlashes[..<end])
            rest = afterSlashes[end...]
        }
        path = String(rest)
    }

    /// The reference as a text again.
    var text: String {
        (scheme.map { "\($0):" } ?? "") + (authority.map { "//\($0)" } ?? "") + path + (query.map { "?\($0)" } ?? "")
            + (fragment.map { "#\($0)" } ?? "")
    }

    /// The same without its fragment.
    var withoutFragment: URIReference {
        var copy = self
        copy.fragment = nil
        return copy
    }

    /// What `reference` means where this is the base (RFC 3986, section 5.2.2). The base may itself be relative.
    func resolving(_ reference: URIReference) -> URIReference {
        var target = reference
        if reference.scheme != nil {
            target.path = Self.removingDotSegments(reference.path)
            return target
        }
        target.scheme = scheme
        if reference.authority != nil {
            target.path = Self.removingDotSegments(reference.path)
            return target
        }
        target.authority = authority
        if reference.path.isEmpty {
            target.path = path
            target.query = reference.query ?? query
        } else if reference.path.utf8.first == ascii("/") {
            target.path = Self.removingDotSegments(reference.path)
        } else {
            target.path = Self.removingDotSegments(merged(with: reference.path))
        }
        return target
    }

    private func merged(with relativePath: String) -> String {
        if authority != nil, path.isEmpty { return "/" + relativePath }
        guard let slash = path.lastIndex(of: "/") else { return relativePath }
        return path[...slash] + relativePath
    }

    private static func removingDotSegments(_ path: String) -> String {
        guard path.contains("./") || path.hasSuffix("/.") || path.hasSuffix("/..") || path == "." || path == ".." else {
            return path
        }
        let isAbsolute = path.hasPrefix("/")
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(isAbsolute ? 1 : 0)
        for segment in segments {
            switch segment {
            case ".": break
            case "..": _ = kept.popLast()
            default: kept.append(segment)
            }
        }
        if let last = segments.last, last == "." || last == ".." { kept.append("") }
        return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
    }

    /// The fragment with its percent-encoding undone; where that is malformed, as it is.
    var decodedFragment: String {
        guard let fragment, fragment.contains("%") else { return fragment ?? "" }
        var bytes: [UInt8] = []
        var codes = Array(fragment.utf8)[...]
        while let code = codes.popFirst() {
            guard code == ascii("%") else {
                bytes.append(code)
                continue
            }
            guard codes.count >= 2, let byte = UInt8(String(decoding: codes.prefix(2), as: UTF8.self), radix: 16) else {
                return fragment
            }
            bytes.append(byte)
            codes = codes.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
