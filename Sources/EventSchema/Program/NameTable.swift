/// A fixed set of names, each with a number, made for looking up names that are usually there.
///
/// Names are compared by their bytes. The table is open-addressed and at most half full. Its hashes have a random key,
/// another one in each process, which prevents an attacker from computing names that collide. It is a class so that a
/// look-up, the most frequent step of a validation, counts no references.
package final class NameTable: Sendable {
    package let names: [String]
    private let slots: [Slot]
    private let mask: UInt64
    private let key = keyOfProcess

    private static let keyOfProcess = UInt64.random(in: .min ... .max) | 1

    /// A name's number and its key: all of a name of up to 16 bytes; of a longer one the ends, and a hash of what is
    /// between them.
    private struct Slot: Sendable {
        var number: Int32 = -1
        var fingerprint = Fingerprint()
    }

    private struct Fingerprint: Sendable, Equatable {
        var length = 0
        var head: UInt64 = 0
        var tail: UInt64 = 0
        var middle: UInt64 = 0

        @inline(__always)
        func hash(_ key: UInt64) -> UInt64 {
            let mixed = NameTable.mix(head ^ UInt64(truncatingIfNeeded: length), key)
            return NameTable.mix(mixed ^ tail ^ middle, key)
        }
    }

    /// Creates a table; the names are numbered from 0 on.
    package init(_ distinctNames: [String] = []) {
        names = distinctNames
        var size = 1
        while size < distinctNames.count * 2 { size *= 2 }
        mask = UInt64(size - 1)
        var slots = Array(repeating: Slot(), count: size)
        for (number, name) in distinctNames.enumerated() {
            let fingerprint = name.withUTF8Bytes { Self.fingerprint($0, Self.keyOfProcess) }
            var slot = fingerprint.hash(Self.keyOfProcess) & mask
            while slots[Int(slot)].number >= 0 { slot = (slot &+ 1) & mask }
            slots[Int(slot)] = Slot(number: Int32(number), fingerprint: fingerprint)
        }
        self.slots = slots
    }

    /// The number of the name, or `nil` when it is not in the table.
    package func number(of name: String) -> Int? { name.withUTF8Bytes { number(of: $0) } }

    /// The number of the name with these UTF-8 bytes, or `nil` when it is not in the table.
    package func number(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        let fingerprint = Self.fingerprint(name, key)
        var index = fingerprint.hash(key) & mask
        while true {
            let slot = slots[Int(index)]
            guard slot.number >= 0 else { return nil }
            if slot.fingerprint == fingerprint, fingerprint.length <= 16 || isName(slot.number, name) {
                return Int(slot.number)
            }
            index = (index &+ 1) & mask
        }
    }

    /// Whether the name with a number, whose length is that of `bytes`, has these bytes.
    private func isName(_ number: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        names[Int(number)].withUTF8Bytes { $0.hasSameBytes(as: bytes) }
    }

    @inline(__always)
    private static func mix(_ word: UInt64, _ key: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: key)
        return product.high ^ product.low
    }

    @inline(__always)
    private static func fingerprint(_ bytes: UnsafeBufferPointer<UInt8>, _ key: UInt64) -> Fingerprint {
        let raw = UnsafeRawBufferPointer(bytes)
        guard raw.count < 8 else {
            return Fingerprint(
                length: raw.count, head: raw.loadUnaligned(as: UInt64.self),
                tail: raw.loadUnaligned(fromByteOffset: raw.count - 8, as: UInt64.self), middle: middle(of: raw, key))
        }
        var head: UInt64 = 0
        for byte in raw { head = head << 8 | UInt64(byte) }
        return Fingerprint(length: raw.count, head: head)
    }

    /// A hash of the bytes between the first eight and the last eight.
    @inline(__always)
    private static func middle(of raw: UnsafeRawBufferPointer, _ key: UInt64) -> UInt64 {
        var mixed: UInt64 = 0
        var offset = 8
        while offset < raw.count &- 8 {
            mixed = mix(mixed ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self), key)
            offset &+= 8
        }
        return mixed
    }
}
