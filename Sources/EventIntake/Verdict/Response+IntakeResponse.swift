import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// The response with the results of submitted events. Its bytes are given back once it is sent, or its connection
    /// ends.
    init(_ response: IntakeResponse) {
        let status = HTTPResponse.Status(code: response.status)
        guard let body = response.body else {
            self.init(status: status)
            return
        }
        let (bytes, share) = (ByteBuffer(bytes: body), response.share)
        self.init(
            status: status, headers: [.contentType: "application/json; charset=utf-8"],
            body: ResponseBody(contentLength: bytes.readableBytes) { writer in
                defer { share?.end() }
                try await writer.write(bytes)
                try await writer.finish(nil)
            })
    }
}
