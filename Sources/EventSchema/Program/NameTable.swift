/// A fixed set of names, each with a number, made for looking up names that are usually there.
///
/// Names are told apart by their bytes. The table is open-addressed and at most half full.
struct NameTable: Sendable {
    private(set) var names: [String] = []
    /// The number of the name in each slot; −1 where there is none.
    private var slots: [Int32] = []
    private var mask: UInt64 = 0

    init(_ distinctNames: [String] = []) {
        names = distinctNames
        guard !names.isEmpty else { return }
        var size = 4
        while size < names.count * 2 { size *= 2 }
        mask = UInt64(size - 1)
        slots = Array(repeating: -1, count: size)
        for (number, name) in names.enumerated() {
            var slot = name.withUTF8Bytes(Self.hash) & mask
            while slots[Int(slot)] >= 0 { slot = (slot &+ 1) & mask }
            slots[Int(slot)] = Int32(number)
        }
    }

    /// The number of the name, or `nil` when it is not in the table.
    func number(of name: String) -> Int? {
        guard !slots.isEmpty else { return nil }
        return name.withUTF8Bytes { bytes in
            var slot = Self.hash(bytes) & mask
            while true {
                let number = Int(slots[Int(slot)])
                guard number >= 0 else { return nil }
                let isSame = names[number].withUTF8Bytes { $0.count == bytes.count && $0.hasSameBytes(as: bytes) }
                if isSame { return number }
                slot = (slot &+ 1) & mask
            }
        }
    }

    /// Mixes eight bytes at a time. It need not resist an adversary: the names in the table are the schema's.
    @inline(__always)
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let raw = UnsafeRawBufferPointer(bytes)
        var hash = UInt64(truncatingIfNeeded: raw.count) &* 0x9E37_79B9_7F4A_7C15
        var place = 0
        while place &+ 8 <= raw.count {
            hash = mix(hash, raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place &+= 8
        }
        var rest: UInt64 = 0
        while place < raw.count {
            rest = rest << 8 | UInt64(raw[place])
            place &+= 1
        }
        hash = mix(hash, rest)
        return hash ^ (hash >> 32)
    }

    @inline(__always)
    private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (hash ^ word) &* 0xFF51_AFD7_ED55_8CCD
        return mixed ^ (mixed >> 29)
    }
}
