import EventSupport
import Foundation

/// Where a path leads, through links: to a file, or to the place where one would be created. Two paths with the same
/// location are one file, also when they are hard links.
enum FileLocation: Hashable {
    case file(FileIdentity)
    case absent(folder: FileIdentity?, name: String)

    init(_ path: String) { self.init(path, remainingLinks: 40) }

    private init(_ path: String, remainingLinks: Int) {
        if let file = FileIdentity(path: path) {
            self = .file(file)
            return
        }
        let url = URL(fileURLWithPath: path)
        var destination = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &destination, destination.count)
        guard length > 0, remainingLinks > 0 else {
            self = .absent(
                folder: FileIdentity(path: url.deletingLastPathComponent().path), name: url.lastPathComponent)
            return
        }
        // A link to a file that does not exist yet.
        let bytes = destination.prefix(length).map(UInt8.init(bitPattern:))
        let target = URL(
            fileURLWithPath: String(decoding: bytes, as: UTF8.self), relativeTo: url.deletingLastPathComponent())
        self.init(target.path, remainingLinks: remainingLinks - 1)
    }
}
