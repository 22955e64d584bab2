import CZlib

/// A stream of zlib's. It has an address of its own, since zlib's state points back to it.
final class ZlibStream {
    /// What zlib's functions take.
    let pointer: UnsafeMutablePointer<z_stream>

    /// Version and size of the header, which the functions that begin a stream check.
    static let size = Int32(MemoryLayout<z_stream>.size)

    init() {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: z_stream())
    }

    deinit {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }

    /// Runs `body` with `bytes` as what zlib reads.
    func reading<Result>(_ bytes: [UInt8], _ body: () -> Result) -> Result {
        bytes.withUnsafeBufferPointer { input in
            pointer.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)  // zlib does not change it
            pointer.pointee.avail_in = UInt32(input.count)
            return body()
        }
    }

    /// Runs `body` with `buffer` as what zlib writes into.
    ///
    /// - Returns: what `body` returned, and how many bytes it has written.
    func writing<Result>(into buffer: inout [UInt8], _ body: () -> Result) -> (result: Result, count: Int) {
        buffer.withUnsafeMutableBufferPointer { output in
            pointer.pointee.next_out = output.baseAddress
            pointer.pointee.avail_out = UInt32(output.count)
            return (body(), output.count - Int(pointer.pointee.avail_out))
        }
    }
}
