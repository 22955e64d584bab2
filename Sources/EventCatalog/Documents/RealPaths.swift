import EventSupport
import Foundation

/// The absolute paths of files, without links in front of their names: the same from any working folder.
package struct RealPaths {
    private var paths: [String: String] = [:]

    package init() {}

    /// The absolute path of a file or folder, which may be gone.
    package mutating func path(of file: String) -> String {
        if let path = paths[file] { return path }
        let path = find(FolderPath.normal(file))
        paths[file] = path
        return path
    }

    private mutating func find(_ file: String) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        // A link to a file keeps its own name: a folder may have several to one file.
        guard ![".", "..", "/"].contains(name), FileKind(at: file) != .directory else {
            return Self.resolved(file) ?? file
        }
        return FolderPath.entry(name, in: path(of: FolderPath.above(file)))
    }

    /// The folder of a file behind all links; the working folder for what is not a regular file, such as
    /// standard input.
    package static func folder(of file: String) -> String {
        let file = FolderPath.normal(file)
        var paths = RealPaths()
        switch FileKind(at: file) {
        case .special, .directory: return paths.path(of: ".")
        case .regular: return FolderPath.above(resolved(file) ?? file)
        case .missing, .unreachable: return paths.path(of: FolderPath.above(file))
        }
    }

    /// The path of a file below a folder, or from it upwards; both are absolute.
    package static func relative(_ path: String, to folder: String) -> String {
        let (parts, base) = (path.split(separator: "/"), folder.split(separator: "/"))
        let common = zip(parts, base).prefix { $0 == $1 }.count
        return (base.dropFirst(common).map { _ in ".." } + parts.dropFirst(common)).joined(separator: "/")
    }

    /// The path behind all links; `nil` for what does not exist.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
