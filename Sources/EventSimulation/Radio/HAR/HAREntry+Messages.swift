import EventSchema
import EventStreams

extension HAREntry {
    /// The messages of a WebSocket, which Chrome writes with their times. Each is one short transfer.
    static func messages(_ json: JSONValue, _ path: String, _ fields: inout FieldReader) -> [HARTransfer] {
        var transfers: [HARTransfer] = []
        for (index, message) in (json["_webSocketMessages"]?.array ?? []).enumerated() {
            let place = "\(path)._webSocketMessages[\(index)].time"
            let seconds = fields.number(message["time"], place, 0...253_402_300_799)
            let size = Double(bytes(of: message)) + frameBytes
            let isSent = message["type"]?.string == "send"
            let whole = seconds.rounded(.down)
            transfers.append(
                HARTransfer(
                    at: UTCInstant(seconds: Int64(whole)).advanced(milliseconds: (seconds - whole) * 1000),
                    milliseconds: messageMilliseconds, sent: isSent ? size : 0, received: isSent ? 0 : size))
        }
        return transfers
    }

    /// What a frame adds to its message.
    private static let frameBytes = 6.0
    /// The duration of a message: an assumption, since HAR files have none.
    private static let messageMilliseconds = 50.0

    /// The size of a message: of its text, or of the bytes that are written in base64.
    private static func bytes(of message: JSONValue) -> Int {
        let count = message["data"]?.string?.utf8.count ?? 0
        return message["opcode"]?.number?.double == 2 ? count / 4 * 3 : count
    }
}
