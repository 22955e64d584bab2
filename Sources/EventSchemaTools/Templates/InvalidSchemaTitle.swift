/// The error for a text that no schema can have as its title.
package struct InvalidSchemaTitle: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with it, and how a title looks.
    package let description: String

    /// The error for a text; `nil` for a title, which is a path without slashes around it and without a version.
    package init?(_ title: String) {
        let parts = title.split(separator: "/", omittingEmptySubsequences: false)
        guard let problem = Self.problem(of: title, parts) else { return nil }
        description = "\(problem); a title is the path of a schema without its version, such as app/search"
    }

    private static func problem(of title: String, _ parts: [Substring]) -> String? {
        if title.hasPrefix("/") { return "it begins with a slash" }
        if parts.contains("") { return title.isEmpty ? "it is empty" : "a part of it is empty" }
        if title.contains(where: { $0.isWhitespace }) { return "it has white space" }
        let last = parts.last ?? ""
        let isVersion = last.contains(".") && last.allSatisfy { "0123456789.".contains($0) }
        return isVersion || last == "latest" ? "it ends with a version" : nil
    }
}
