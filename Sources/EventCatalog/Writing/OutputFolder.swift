import EventSupport
import Foundation

/// The folder that a command writes into.
package enum OutputFolder {
    /// Writes files into a folder. One that is missing is there once all of its files are; into another, they are
    /// written one after the other, each whole.
    ///
    /// - Throws: ``FileWriteError``, after which there is no new folder.
    package static func write(_ files: [(name: String, bytes: [UInt8])], into path: String) throws(FileWriteError) {
        guard FileKind(at: path) == .missing else { return try writeAll(files, into: path) }
        let place = FolderPath.entry(TemporaryFiles.newName(), in: FolderPath.above(FolderPath.normal(path)))
        do throws(FileWriteError) {
            try make(at: place)
            try writeAll(files, into: place)
            guard rename(place, path) == 0 else {
                throw FileWriteError(file: path, reason: String(cString: strerror(errno)))
            }
        } catch {
            for file in files { unlink(FolderPath.entry(file.name, in: place)) }
            rmdir(place)
            throw FileWriteError(file: path, reason: error.reason)
        }
    }

    private static func writeAll(
        _ files: [(name: String, bytes: [UInt8])], into folder: String
    ) throws(FileWriteError) {
        for file in files { try AtomicFile.write(file.bytes, to: FolderPath.entry(file.name, in: folder)) }
    }

    /// Makes the folder where it is missing. The folder above must be there: a path that is mistyped is an error, and
    /// makes no folders.
    package static func make(at path: String) throws(FileWriteError) {
        guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
        guard errno == ENOENT else { throw FileWriteError(file: path, reason: String(cString: strerror(errno))) }
        throw FileWriteError(file: path, reason: "there is no folder above it; create that first")
    }
}
