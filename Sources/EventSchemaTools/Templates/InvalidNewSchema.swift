package import EventCatalog

/// The error for a title that a new schema cannot have.
package struct InvalidNewSchema: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with it.
    package let description: String

    /// The error for a title; `nil` for one that can be used.
    ///
    /// - Parameters:
    ///   - title: the title.
    ///   - tree: the repository that the schema is for; `nil` for a new one.
    package init?(_ title: String, in tree: SchemaTree?) {
        guard let reason = Self.reason(title) ?? tree.flatMap({ Self.reason(title, $0) }) else { return nil }
        description = "No schema can have the title “\(title)”: \(reason)."
    }

    private static func reason(_ title: String) -> String? {
        if let error = InvalidSchemaTitle(title) { return error.description }
        if let strange = title.unicodeScalars.first(where: { !allowed.contains($0) }) {
            return "it has “\(strange)”; use letters and digits of ASCII, underscores, hyphens and slashes"
        }
        if CapitalLetter.first(in: title) != nil {
            return "it has capital letters; as names of properties, titles are in snake case"
        }
        if ["current", "latest"].contains(where: { title.split(separator: "/").last == $0[...] }) {
            return "it ends with the name of a file"
        }
        if title.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
            return "a part of it begins with a dot"
        }
        if title.split(separator: "/").contains(where: { $0.hasPrefix("-") }) {
            return "a part of it begins with a hyphen, as options of commands do"
        }
        if SchemaTitleFolder.endings.contains(where: { title.hasSuffix(".\($0)") }) { return "it ends like a file" }
        return title.split(separator: "/").count > 20 ? "it has more than 20 parts" : nil
    }

    private static func reason(_ title: String, _ tree: SchemaTree) -> String? {
        if tree[title] != nil { return "it is there already; its next version is made with “eventctl schemas bump”" }
        let same = tree.titles.first { $0.path.lowercased() == title.lowercased() }
        return same.map { "“\($0.path)” differs from it in case alone, which some file systems cannot hold" }
    }

    private static let allowed = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./".unicodeScalars)
}

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
