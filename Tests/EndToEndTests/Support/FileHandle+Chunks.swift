import Foundation

extension FileHandle {
    /// What there is to read, as soon as there is something; empty at the end, and after a reset of a connection.
    ///
    /// `availableData` ends the process where a signal comes between.
    func nextChunk() -> Data {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(fileDescriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            return Data(buffer.prefix(max(0, count)))
        }
    }
}
