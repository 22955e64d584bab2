import CZlib

/// A CRC-32 (as in gzip, RFC 1952) over parts of bytes, by the system's zlib.
package struct CRC32: Sendable, Hashable {
    private var state: UInt = 0

    package init() {}

    /// Adds bytes.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }  // zlib takes no bytes at no address for a reset
        state = crc32_z(state, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    }

    /// Adds bytes.
    package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

    /// Adds the UTF-8 of a text.
    package mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }

    /// Adds a number, the least significant byte first.
    package mutating func add(_ number: Int64) { withUnsafeBytes(of: number.littleEndian) { add($0) } }

    /// The checksum of everything that was added.
    package var value: UInt32 { UInt32(truncatingIfNeeded: state) }
}
