import EventSupport
import Foundation

/// One request to an intake: what is sent, and the events in it.
package struct BatchRequest: Sendable {
    /// How a request ended.
    package enum Result: Sendable {
        case response(NetworkResponse)
        case failed(NetworkError)
    }

    /// Its number among the requests of its sender.
    package let number: UInt64
    package let networkRequest: NetworkRequest
    package let batch: Batch
    let isCompressed: Bool
    /// The size that the byte limit applies to: of the body before compression, or of the URL.
    let bytes: Int
    /// Whether the destination had been shown to work when the request began.
    var destinationHealthAtStart = FaultSearch.Proof.none
    /// Whether the events come after the suspected ones in the order of sending; see ``FaultSearch``.
    var isProbe = false

    /// Creates the request for a batch: a POST with the events as a JSON array, or a GET with one event as a parameter.
    init(_ number: UInt64, _ batch: Batch, to url: URL, _ network: NetworkConfiguration, compress: Bool) {
        self.number = number
        self.batch = batch
        switch network.method {
        case .get:
            isCompressed = false
            networkRequest = NetworkRequest(
                method: .get, url: Self.url(url, event: batch.events.first?.body ?? []), headers: network.headers,
                timeout: network.timeout)
            bytes = networkRequest.url.absoluteString.utf8.count
        case .post:
            var headers = ["Content-Type": "application/json"]
            var body = batch.body
            bytes = body.count
            let threshold = compress ? network.gzipThreshold : nil
            let compressed = threshold.map { body.count >= $0 } == true ? Deflation.compressed(body, .gzip) : nil
            isCompressed = compressed != nil
            if let compressed {
                body = compressed
                headers["Content-Encoding"] = "gzip"
            }
            networkRequest = NetworkRequest(
                method: .post, url: url, headers: headers.merging(network.headers) { $1 }, body: body,
                timeout: network.timeout)
        }
    }

    /// The URL with `event=<percent-encoded JSON>` added to its query.
    static func url(_ url: URL, event: [UInt8]) -> URL {
        guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
        let parameter = "event=" + percentEncoded(event)
        components.percentEncodedQuery = components.percentEncodedQuery.map { $0 + "&" + parameter } ?? parameter
        return components.url ?? url
    }

    /// The bytes, percent-encoded except for RFC 3986's unreserved characters.
    private static func percentEncoded(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                text.append(byte)
            default: text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
