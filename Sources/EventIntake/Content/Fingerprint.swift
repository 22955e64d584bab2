import EventCatalog
import EventSupport
import Foundation

/// The metadata of files, read without their contents. Equal fingerprints mean that no file has changed.
struct Fingerprint: Equatable, Sendable {
    private let paths: [String]
    private var stamps: [String: FileStamp] = [:]
    /// The entries that are symbolic links.
    private var links: Set<String> = []

    /// The files at these paths and in these folders, at any depth.
    init(of paths: [String]) {
        self.paths = paths
        for path in paths {
            guard let stamp = FileStamp(path: path) else { continue }
            stamps[path] = stamp
            if stamp.isFolder { visit(path) }
        }
    }

    private mutating func visit(_ folder: String) {
        let listing: DirectoryListing
        do { listing = try DirectoryListing(of: folder) } catch {
            return  // reading the content reports the error; the fingerprint needs only the folder's own stamp
        }
        for name in listing.names {
            let path = "\(folder)/\(name)"
            guard let entry = FileStamp(ofEntry: path) else { continue }
            if entry.isLink { links.insert(path) }
            stamps[path] = entry.isLink ? FileStamp(path: path) : entry
            // Links to folders are not followed, since they can form a cycle.
            if entry.isFolder { visit(path) }
        }
    }

    /// The folders in which a change can be one of these files: the folders that were looked through, and those where a
    /// path or the target of a link can lead elsewhere, or begin to exist.
    var watchedFolders: WatchedFolders {
        var folders = WatchedFolders()
        for path in paths { folders.add(partsOf: path) }
        for (path, stamp) in stamps where stamp.isFolder && !links.contains(path) { folders.add(path) }
        for path in links { folders.add(targetOf: path) }
        return folders
    }
}

/// Folders to watch, and the entries that matter in each.
struct WatchedFolders: Sendable {
    private(set) var entries: [String: FolderEntries] = [:]
    /// The most links on the way of one path; the system follows no more either.
    private static let maximumLinks = 40

    /// Adds a folder with all its entries.
    mutating func add(_ folder: String) { entries[folder] = .all }

    /// Adds those of others.
    mutating func add(_ others: WatchedFolders) { entries.merge(others.entries) { $0.union($1) } }

    /// Adds the folder of each part of a path: a part may be a link that is switched, a folder that another one takes
    /// the place of, or missing as yet. Behind a missing one there is nothing to watch.
    mutating func add(partsOf path: String) { add(partsOf: path, links: 0) }

    /// Adds the folders of the target of a link. One in the folder of the link is watched with that.
    mutating func add(targetOf link: String) {
        guard let target = Self.target(of: link), target.contains("/") else { return }
        add(partsOf: Self.joined(FolderPath.above(link), target), links: 1)
    }

    private mutating func add(partsOf path: String, links: Int) {
        var folder = path.hasPrefix("/") ? "/" : "."
        for name in path.split(separator: "/").map(String.init) where name != "." {
            entries[folder] = entries[folder]?.union(.named([name])) ?? .named([name])
            let part = Self.joined(folder, name)
            if links < Self.maximumLinks, let target = Self.target(of: part) {
                add(partsOf: Self.joined(folder, target), links: links + 1)
            }
            guard FileKind(at: part) == .directory else { return }
            folder = part
        }
    }

    private static func joined(_ folder: String, _ path: String) -> String {
        path.hasPrefix("/") ? path : folder == "/" ? "/\(path)" : "\(folder)/\(path)"
    }

    private static func target(of link: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
