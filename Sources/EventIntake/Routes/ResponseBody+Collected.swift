import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore

extension ResponseBody {
    /// The whole body.
    func collected() async throws -> [UInt8] {
        let collector = Collector()
        try await write(collector)
        return collector.bytes.withLockedValue { $0 }
    }
}

private struct Collector: ResponseBodyWriter {
    let bytes = NIOLockedValueBox<[UInt8]>([])

    func write(_ buffer: ByteBuffer) { bytes.withLockedValue { $0 += buffer.readableBytesView } }

    consuming func finish(_ trailingHeaders: HTTPFields?) {}
}
