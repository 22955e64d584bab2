/// Paths as text, each in one spelling: without a file: scheme, repeated slashes, `.`, and slashes at the end. Links
/// and `..` stay as the caller wrote them.
package enum FolderPath {
    /// The path in that spelling; the current directory is `.`.
    package static func normal(_ path: String) -> String {
        let path = path.hasPrefix("file://") ? path.dropFirst(7) : path[...]
        let parts = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
        if path.hasPrefix("/") { return "/\(parts)" }
        return parts.isEmpty ? "." : parts
    }

    /// Whether a path may lead out of the folder that it is relative to: it is absolute, or has a part “..”.
    package static func isOutside(_ path: String) -> Bool {
        let path = normal(path)
        return path.hasPrefix("/") || path.split(separator: "/").contains("..")
    }

    /// A path that is relative to a folder; an absolute one as it is.
    package static func joined(_ folder: String, _ path: String) -> String {
        let path = normal(path)
        if path.hasPrefix("/") { return path }
        switch (folder, path) {
        case (_, "."): return folder
        case (".", _): return path
        default: return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
        }
    }

    /// The path of an entry of a folder. Any name is taken as it is.
    package static func entry(_ name: String, in folder: String) -> String {
        if folder == "." { return name }
        return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    package static func above(_ folder: String) -> String {
        let last = folder.split(separator: "/").last
        if folder == "/" { return folder }
        if last == "." || last == ".." { return folder == "." ? ".." : "\(folder)/.." }
        guard let slash = folder.lastIndex(of: "/") else { return "." }
        return slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
}
