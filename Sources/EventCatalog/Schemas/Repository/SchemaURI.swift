/// The spellings of the URI of a schema.
enum SchemaURI {
    /// The extensions of schema files that a URI may end with.
    private static let extensions = [".yaml", ".json"]

    /// The spelling of a URI that schemas are looked up by: `/title/1.0.0`.
    ///
    /// The existing intake resolves a URI as a path below its repositories: repeated slashes count as one, `.` and `..`
    /// are resolved, also percent-encoded, and a file extension may be there. Other characters are not decoded.
    ///
    /// - Returns: `nil` when the URI does not begin with a slash, leads out of the repository, or does not end with the
    ///   name of a file.
    static func normalized(_ uri: String) -> String? {
        guard uri.hasPrefix("/"), let last = uri.split(separator: "/", omittingEmptySubsequences: false).last,
            !last.isEmpty, !isDot(last), !isDoubleDot(last)
        else { return nil }
        var folders: [Substring] = []
        for part in uri.split(separator: "/") where !isDot(part) {
            guard isDoubleDot(part) else {
                folders.append(part)
                continue
            }
            guard folders.popLast() != nil else { return nil }
        }
        let path = "/" + folders.joined(separator: "/")
        guard let suffix = extensions.first(where: path.hasSuffix) else { return path }
        return String(path.dropLast(suffix.count))
    }

    private static func isDot(_ part: Substring) -> Bool { decodingDots(part) == "." }

    private static func isDoubleDot(_ part: Substring) -> Bool { decodingDots(part) == ".." }

    private static func decodingDots(_ part: Substring) -> String {
        part.lowercased().split(separator: "%2e", omittingEmptySubsequences: false).joined(separator: ".")
    }
}
