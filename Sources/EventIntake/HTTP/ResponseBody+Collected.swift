import EventSupport
import HTTPTypes
import Hummingbird
import NIOCore

extension ResponseBody {
    /// The whole body.
    func collected() async throws -> [UInt8] {
        let collector = Collector()
        try await write(collector)
        return collector.bytes.withLock { $0 }
    }
}

private struct Collector: ResponseBodyWriter {
    let bytes = Locked<[UInt8]>([])

    func write(_ buffer: ByteBuffer) { bytes.withLock { $0 += buffer.readableBytesView } }

    consuming func finish(_ trailingHeaders: HTTPFields?) {}
}
