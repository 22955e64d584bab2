import EventSupport

/// The write-ahead log of a database file: the pages of the transactions that were committed since the last checkpoint.
///
/// As for SQLite, the log ends with the last commit before the first frame that does not match: frames of an earlier
/// round have another salt, and a frame that was not written whole has another checksum.
struct WriteAheadLog {
    /// The number of pages that the database has after the last commit.
    private(set) var pageCount = 0
    /// The number of pages in the log, also of earlier versions.
    private(set) var frameCount = 0
    private let file: FileReader
    /// The place of the last version of each page, by its number.
    private var places: [Int: Int] = [:]

    private static let headerSize = 32
    private static let frameHeaderSize = 24
    private static let magic = 0x377F_0682

    /// `nil` if there is no log with a committed transaction.
    init?(path: String) {
        guard let (file, header) = Self.open(path), header.bigEndian32(at: 8) == DatabasePages.pageSize else {
            return nil
        }
        self.file = file
        readFrames(salt: header[16..<24], Self.checksum(of: header))
        if places.isEmpty { return nil }
    }

    /// Opens a log with a valid header.
    private static func open(_ path: String) -> (file: FileReader, header: [UInt8])? {
        do {
            let file = try FileReader(path: path)
            let header = file.bytes(at: 0, count: headerSize)
            guard header.count == headerSize, header.bigEndian32(at: 0) & ~1 == magic,
                checksum(of: header).matches(header, at: 24)
            else { return nil }
            return (file, header)
        } catch {
            return nil
        }
    }

    private static func checksum(of header: [UInt8]) -> LogChecksum {
        var checksum = LogChecksum(isBigEndian: header.bigEndian32(at: 0) & 1 == 1)
        checksum.add(header[..<24])
        return checksum
    }

    /// Whether there is the log of another program's database: its pages have another size, or its first page has not
    /// the mark of a store. What was not committed does not count: a process may have been killed while it wrote it.
    static func isForeign(path: String) -> Bool {
        guard let (_, header) = open(path) else { return false }
        guard header.bigEndian32(at: 8) == DatabasePages.pageSize else { return true }
        return WriteAheadLog(path: path)?.page(1).map { !DatabasePages.isMarked($0) } ?? false
    }

    private mutating func readFrames(salt: ArraySlice<UInt8>, _ checksum: LogChecksum) {
        var checksum = checksum
        var offset = Self.headerSize
        var transaction: [Int: Int] = [:]
        let size = Self.frameHeaderSize + DatabasePages.pageSize
        while case let frame = file.bytes(at: offset, count: size), frame.count == size {
            guard frame[8..<16].elementsEqual(salt) else { return }
            checksum.add(frame[..<8])
            checksum.add(frame[Self.frameHeaderSize...])
            guard checksum.matches(frame, at: 16) else { return }
            transaction[frame.bigEndian32(at: 0)] = offset + Self.frameHeaderSize
            let count = frame.bigEndian32(at: 4)
            if count > 0 {  // a commit
                places.merge(transaction) { $1 }
                transaction = [:]
                pageCount = count
            }
            offset += size
            frameCount += 1
        }
    }

    /// The bytes of a page; `nil` if the log does not have it.
    func page(_ number: Int) -> [UInt8]? {
        guard let place = places[number] else { return nil }
        let bytes = file.bytes(at: place, count: DatabasePages.pageSize)
        return bytes.count == DatabasePages.pageSize ? bytes : nil
    }
}

/// The checksum of a log, over pairs of numbers of four bytes.
private struct LogChecksum {
    private let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 8) {
                first &+= number(bytes, offset) &+ second
                second &+= number(bytes, offset + 4) &+ first
            }
        }
    }

    private func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        let number = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: number) : UInt32(littleEndian: number)
    }

    /// Whether the two numbers at a place, which are always big-endian, are the checksum.
    func matches(_ bytes: [UInt8], at offset: Int) -> Bool {
        bytes.bigEndian32(at: offset) == Int(first) && bytes.bigEndian32(at: offset + 4) == Int(second)
    }
}
