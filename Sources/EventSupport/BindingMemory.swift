/// Memory for the texts and blobs of one statement, in which SQLite reads them. Of bytes that are not kept for it,
/// SQLite allocates a copy for each binding, which costs more than all else about it.
package struct BindingMemory {
    private var rest: UnsafeMutableRawBufferPointer

    /// Calls `body` with memory for that many bytes. What was bound to it is not there afterwards.
    package static func with<Result>(
        byteCount: Int, _ body: (inout BindingMemory) throws -> Result
    ) rethrows -> Result {
        // One byte more, since SQLite takes no address for NULL.
        try withUnsafeTemporaryAllocation(byteCount: byteCount + 1, alignment: 1) { memory in
            var memory = BindingMemory(rest: memory)
            return try body(&memory)
        }
    }

    /// Copies bytes into the memory.
    package mutating func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        precondition(bytes.count < rest.count, "the bytes of a statement are more than was said")
        rest.copyMemory(from: bytes)
        defer { rest = UnsafeMutableRawBufferPointer(rebasing: rest[bytes.count...]) }
        return UnsafeRawBufferPointer(rebasing: rest[..<bytes.count])
    }
}
