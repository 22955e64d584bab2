/// A page of the tree of a table or an index.
struct TreePage {
    /// What a page has.
    enum Kind: UInt8 {
        case innerIndex = 2, innerTable = 5, leafIndex = 10, leafTable = 13
    }

    /// A row of a table, or an entry of an index.
    struct Cell {
        /// The number of the row; 0 in an index.
        var row: Int64 = 0
        /// The bytes of the record.
        let size: Int
        /// Those of them that are on the page.
        let local: ArraySlice<UInt8>
        /// The first page with the others.
        let overflow: Int
    }

    let kind: Kind
    private let bytes: [UInt8]
    /// The place of each cell.
    private let places: [Int]

    /// `nil` if the bytes are not those of such a page.
    init?(_ bytes: [UInt8], number: Int) {
        let start = number == 1 ? 100 : 0  // behind the header of the file
        guard let kind = Kind(rawValue: bytes[start]) else { return nil }
        let first = start + (kind == .innerIndex || kind == .innerTable ? 12 : 8)
        let count = bytes.bigEndian16(at: start + 3)
        guard first + 2 * count <= bytes.count else { return nil }
        (self.kind, self.bytes) = (kind, bytes)
        places = (0..<count).map { bytes.bigEndian16(at: first + 2 * $0) }
        lastChild = first == start + 12 ? bytes.bigEndian32(at: start + 8) : nil
    }

    private let lastChild: Int?

    /// The pages below an inner page, in order.
    var children: [Int] {
        guard let lastChild else { return [] }
        return places.map { $0 + 4 <= bytes.count ? bytes.bigEndian32(at: $0) : 0 } + [lastChild]
    }

    /// The number of cells.
    var cellCount: Int { places.count }

    /// A cell with a record; `nil` for one that is damaged, and for those of an inner page of a table, which have none.
    func cell(_ index: Int) -> Cell? {
        var reader = VarintReader(bytes, at: places[index])
        switch kind {
        case .innerTable: return nil
        case .innerIndex: reader.skip(4)
        case .leafTable, .leafIndex: break
        }
        guard let size = reader.next().flatMap({ Int(exactly: $0) }), size >= 0 else { return nil }
        var row: Int64 = 0
        if kind == .leafTable {
            guard let number = reader.next() else { return nil }
            row = number
        }
        let count = localCount(of: size)
        let end = reader.offset + count
        guard end + (count < size ? 4 : 0) <= bytes.count else { return nil }
        return Cell(
            row: row, size: size, local: bytes[reader.offset..<end],
            overflow: count < size ? bytes.bigEndian32(at: end) : 0)
    }

    /// How many bytes of a record are on the page; the others are on overflow pages.
    private func localCount(of size: Int) -> Int {
        let usable = bytes.count
        let maximum = kind == .leafTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
        guard size > maximum else { return size }
        let minimum = (usable - 12) * 32 / 255 - 23
        let filling = minimum + (size - minimum) % (usable - 4)
        return filling <= maximum ? filling : minimum
    }
}

/// A row as it is stored: the columns of a table or an index.
struct DatabaseRecord {
    private let bytes: [UInt8]
    /// The type and the place of each column.
    private var columns: [(type: Int64, offset: Int)] = []

    /// `nil` if the bytes are not those of a record.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        var reader = VarintReader(bytes, at: 0)
        guard let header = reader.next(), header <= bytes.count else { return nil }
        var offset = Int(header)
        while reader.offset < header {
            guard let type = reader.next(), let size = Self.size(of: type), size <= bytes.count - offset else {
                return nil
            }
            columns.append((type, offset))
            offset += size
        }
    }

    /// The bytes that a column takes; `nil` for a type that does not exist.
    private static func size(of type: Int64) -> Int? {
        switch type {
        case 0...4: Int(type)
        case 5: 6
        case 6, 7: 8
        case 8, 9: 0
        case 12...Int64(Int32.max): Int(type - 12) / 2
        default: nil
        }
    }

    var count: Int { columns.count }

    func isNull(_ index: Int) -> Bool { columns[index].type == 0 }

    /// An integer; `nil` for any other type.
    func integer(_ index: Int) -> Int64? {
        let (type, offset) = columns[index]
        switch type {
        case 8, 9: return type - 8
        case 1...6:
            let size = Self.size(of: type) ?? 0
            let first = Int64(Int8(bitPattern: bytes[offset]))
            return bytes[offset + 1..<offset + size].reduce(first) { $0 << 8 | Int64($1) }
        default: return nil
        }
    }

    /// A text; `nil` for any other type.
    func text(_ index: Int) -> String? {
        let type = columns[index].type
        return type >= 13 && type % 2 == 1 ? String(decoding: content(index), as: UTF8.self) : nil
    }

    /// The bytes of a blob; `nil` for any other type.
    func blob(_ index: Int) -> [UInt8]? {
        let type = columns[index].type
        return type >= 12 && type % 2 == 0 ? Array(content(index)) : nil
    }

    private func content(_ index: Int) -> ArraySlice<UInt8> {
        let (type, offset) = columns[index]
        return bytes[offset..<offset + Int(type - 12) / 2]
    }
}

/// Reads numbers of variable length, seven bits a byte.
private struct VarintReader {
    private let bytes: [UInt8]
    private(set) var offset: Int

    init(_ bytes: [UInt8], at offset: Int) { (self.bytes, self.offset) = (bytes, offset) }

    mutating func skip(_ count: Int) { offset += count }

    /// The next number; `nil` at the end of the bytes.
    mutating func next() -> Int64? {
        var value: UInt64 = 0
        for position in 0..<9 {
            guard offset < bytes.count else { return nil }
            let byte = UInt64(bytes[offset])
            offset += 1
            if position == 8 { return Int64(bitPattern: value << 8 | byte) }
            value = value << 7 | byte & 0x7F
            if byte < 0x80 { return Int64(bitPattern: value) }
        }
        return nil
    }
}
