import EventSupport
import Foundation

/// The pages of a database file as SQLite reads them: those of the file, or the later versions of them in its log.
///
/// It reads a file that SQLite refuses, such as one without its first page or with a missing end. No lock is taken: the
/// caller makes sure that no process writes to the file.
///
/// Source: the SQLite file format, https://www.sqlite.org/fileformat2.html.
final class DatabasePages {
    /// The number of pages.
    let count: Int
    /// `nil` if there is none.
    private let file: FileReader?
    private let log: WriteAheadLog?

    /// The size of a page, in bytes. Every store file has this size, also one that has lost its header.
    static let pageSize = StoreConnection.pageSize

    /// Opens a file and its log. The log of a file without content counts too.
    ///
    /// - Throws: ``RegularFileError`` when the file cannot be read.
    init(path: String, readsLog: Bool = true) throws(RegularFileError) {
        do { file = try FileReader(path: path) } catch {
            guard error.code == .missing else { throw error }
            file = nil
        }
        let isOurs = file.map { Self.isMarked($0.bytes(at: 0, count: 100)) } ?? false
        // What another program has written is not part of a store.
        let isForeign = isOurs && WriteAheadLog.isForeign(path: path + "-wal")
        log = readsLog && !isForeign ? WriteAheadLog(path: path + "-wal") : nil
        let inFile = ((file?.size ?? 0) + Self.pageSize - 1) / Self.pageSize
        // A file gets its size from the log by the next checkpoint.
        count = log.map { min($0.pageCount, inFile + $0.frameCount) } ?? inFile
    }

    /// Whether the first bytes of a database have the mark of an event store.
    static func isMarked(_ header: [UInt8]) -> Bool {
        header.count >= 100 && header.bigEndian32(at: 68) == StoreSchema.applicationID
    }

    /// Whether SQLite may read and write the file, by the versions of its format.
    var hasValidVersion: Bool {
        page(1).map { page in
            (1...2).contains(page[18]) && (1...2).contains(page[19]) && (0...4).contains(page.bigEndian32(at: 44))
        } ?? false
    }

    /// Whether the file or its log has the mark of an event store.
    var isMarked: Bool { page(1).map(Self.isMarked) ?? false }

    /// The bytes of a page, numbered from 1; `nil` if there is no such page or it cannot be read. The missing end of an
    /// incomplete page is filled with zeros.
    func page(_ number: Int) -> [UInt8]? {
        guard number >= 1, number <= count else { return nil }
        if let page = log?.page(number) { return page }
        guard let file else { return nil }
        let bytes = file.bytes(at: (number - 1) * Self.pageSize, count: Self.pageSize)
        guard !bytes.isEmpty else { return nil }
        return bytes.count == Self.pageSize ? bytes : bytes + Array(repeating: 0, count: Self.pageSize - bytes.count)
    }

    /// A tree's page; `nil` if the page belongs to no tree, or is damaged.
    func treePage(_ number: Int) -> TreePage? { page(number).flatMap { TreePage($0, number: number) } }

    /// The bytes of a cell with those of its overflow pages; `nil` if one of them cannot be read.
    func payload(of cell: TreePage.Cell) -> [UInt8]? {
        guard cell.size <= count * Self.pageSize else { return nil }
        var bytes = Array(cell.local)
        var next = cell.overflow
        var seen: Set<Int> = []
        while bytes.count < cell.size {
            guard seen.insert(next).inserted, let page = page(next) else { return nil }
            next = page.bigEndian32(at: 0)
            bytes += page[4..<4 + min(cell.size - bytes.count, Self.pageSize - 4)]
        }
        return bytes
    }

    /// The pages that are not in use, and whether the list of them is complete. Their content is that of removed rows.
    func freePages() -> (pages: Set<Int>, isComplete: Bool) {
        guard let header = page(1), header.starts(with: StoreSchema.magic) else { return ([], false) }
        let expected = header.bigEndian32(at: 36)
        var trunk = header.bigEndian32(at: 32)
        var free: Set<Int> = []
        while trunk != 0 {
            guard let page = page(trunk), free.insert(trunk).inserted else { return (free, false) }
            let leaves = page.bigEndian32(at: 4)
            guard leaves <= Self.pageSize / 4 - 2 else { return (free, false) }
            free.formUnion((0..<leaves).map { page.bigEndian32(at: 8 + 4 * $0) })
            trunk = page.bigEndian32(at: 0)
        }
        return (free, free.count == expected)
    }
}

/// Reads a regular file at any place.
///
/// Closing a descriptor releases the locks that SQLite has on the file in this process. So the file is read only while
/// no connection is open, or while the one that is open is about to be closed.
final class FileReader {
    private let descriptor: Int32
    /// The size in bytes.
    let size: Int

    /// - Throws: ``RegularFileError`` when there is no regular file, or it cannot be opened.
    init(path: String) throws(RegularFileError) {
        (descriptor, size) = try RegularFile.openForReading(path)
    }

    /// The bytes at a place; fewer at the end of the file, and none where they cannot be read.
    func bytes(at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let got = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
    }

    deinit { close(descriptor) }
}

extension Collection<UInt8> where Index == Int {
    /// A number of two bytes.
    func bigEndian16(at offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }

    /// A number of four bytes.
    func bigEndian32(at offset: Int) -> Int { bigEndian16(at: offset) << 16 | bigEndian16(at: offset + 2) }
}
