import EventSupport

extension CatalogFinding {
    /// The remedy for a submodule that is not checked out.
    static let submoduleRemedy =
        "Run “git submodule update --init”; in CI, let the checkout fetch submodules, as the files of Examples/CI do."
}

/// The places of repositories of git, by the files that git writes there.
package enum GitFolders {
    /// The top of the working tree that contains a folder, which may be gone; `nil` outside of repositories.
    package static func top(around folder: String) -> String? {
        var paths = RealPaths()
        var above = paths.path(of: folder)
        while FileKind(ofEntry: FolderPath.entry(".git", in: above)) == .missing {
            guard above != "/" else { return nil }
            above = FolderPath.above(above)
        }
        return above
    }

    /// The top of the working tree around a submodule; `nil` for a repository that is not a submodule.
    package static func above(submodule top: String) -> String? {
        let file = FolderPath.entry(".git", in: top)
        // A linked working tree (`git worktree`) has such a file too, but its path has no folder of modules.
        guard FileKind(at: file) == .regular, text(of: file).contains("/modules/") else { return nil }
        return self.top(around: FolderPath.above(top))
    }

    /// The path, below its repository, of a submodule that is not checked out and would have a folder; `nil` if there
    /// is no such submodule.
    package static func absentSubmodule(having folder: String) -> String? {
        var paths = RealPaths()
        let target = paths.path(of: folder)
        guard let top = top(around: target) else { return nil }
        let place = RealPaths.relative(target, to: top)
        return text(of: FolderPath.entry(".gitmodules", in: top)).split(separator: "\n").lazy
            .compactMap(path)
            .first { place == $0 || place.hasPrefix("\($0)/") }
    }

    /// The path in a line such as `path = vendor/common` of `.gitmodules`.
    private static func path(in line: Substring) -> String? {
        let parts = line.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].trimmed == "path" else { return nil }
        return String(parts[1].trimmed)
    }

    /// The text of a file; empty if it cannot be read, as if it were not there.
    private static func text(of file: String) -> String {
        do { return String(decoding: try SourceDocument.bytes(of: file), as: UTF8.self) } catch { return "" }
    }
}
