import ArgumentParser
import EventCatalog
import EventSupport
import Foundation

/// Where the package of the event platform is, for the manifest of a package that depends on it.
enum PlatformPackage: Hashable {
    /// A repository of git.
    case url(String)
    /// A folder, absolute or relative to the current one.
    case path(String)

    /// - Throws: `ValidationError` for what is neither a URL nor a folder with the package.
    init(_ text: String) throws {
        if text.contains("://") || text.wholeMatch(of: /[A-Za-z0-9._\-]+@[A-Za-z0-9.\-]+:.+/) != nil {
            self = .url(text)
        } else if Self.isPlatform(text) {
            self = .path(FolderPath.normal(text))
        } else {
            throw ValidationError(
                "'\(text)' is not a folder with the package of the event platform; give the folder of its checkout, or "
                    + "a URL such as https://example.org/swift-event-platform.git")
        }
    }

    /// The checkout whose build folder this program is in.
    ///
    /// - Throws: `ValidationError` when it is in none.
    static func ofThisProgram() throws -> PlatformPackage {
        if let folder = checkout(around: Bundle.main.executableURL) { return .path(folder) }
        throw ValidationError(
            "--package is missing: nothing is released yet, so say where the package of the event platform is: the "
                + "folder of its checkout, or the URL of its repository.")
    }

    /// The nearest folder with the package around a file, behind links; `nil` when there is none.
    static func checkout(around file: URL?) -> String? {
        guard var folder = file?.resolvingSymlinksInPath() else { return nil }
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            if isPlatform(folder.path) { return folder.path }
        }
        return nil
    }

    private static func isPlatform(_ folder: String) -> Bool {
        FileKind(at: FolderPath.entry("Package.swift", in: folder)) == .regular
            && FileKind(at: FolderPath.entry("Sources/EventPlatform", in: folder)) == .directory
    }

    /// The name by which the manifest refers to the package: of a repository, the end of its URL.
    var name: String {
        guard case .url(let url) = self, let last = url.split(whereSeparator: { "/:".contains($0) }).last else {
            return "swift-event-platform"
        }
        return String(last.hasSuffix(".git") ? last.dropLast(4) : last)
    }

    /// The entry in the manifest of a package that is made in a folder of the current one.
    var dependency: String {
        switch self {
        case .url(let url): ".package(url: \(String(reflecting: url)), branch: \"main\")"
        case .path(let path):
            ".package(name: \"\(name)\", path: \(String(reflecting: path.hasPrefix("/") ? path : "../\(path)")))"
        }
    }
}
