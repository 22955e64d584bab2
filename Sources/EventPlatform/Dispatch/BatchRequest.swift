import EventSupport
import Foundation

/// One request to an intake: what is sent, and the events in it.
package struct BatchRequest: Sendable {
    /// How a request ended.
    package enum Result: Sendable {
        case response(CompleteResponse)
        case failed(NetworkError)
    }

    /// Its number among the requests of its sender.
    package let number: UInt64
    package let batch: Batch
    let method: NetworkRequest.Method
    /// The URL of the intake; of a GET with the event.
    let url: URL
    private let headers: [String: String]
    package let timeout: Duration
    /// Whether the body is sent compressed.
    let isCompressed: Bool
    /// The size that the byte limit applies to: of the body before compression, or of the URL.
    let bytes: Int
    /// Whether the destination had been shown to work when the request began.
    var destinationHealthAtStart = FaultSearch.Proof.none
    /// Whether the events come after the suspected ones in the order of sending; see ``FaultSearch``.
    var isProbe = false

    /// Creates the request for a batch: a POST with the events as a JSON array, or a GET with one event as a parameter.
    init(_ number: UInt64, _ batch: Batch, to url: URL, _ network: NetworkConfiguration, compress: Bool) {
        (self.number, self.batch, method) = (number, batch, network.method)
        (headers, timeout) = (network.headers, network.timeout)
        switch network.method {
        case .get:
            isCompressed = false
            self.url = Self.url(url, event: batch.events.first?.body ?? [])
            bytes = self.url.absoluteString.utf8.count
        case .post:
            self.url = url
            bytes = batch.byteCount
            isCompressed = compress && network.gzipThreshold.map { [bytes] in bytes >= $0 } == true
        }
    }

    /// The request: the events are joined and compressed, which takes time.
    package var networkRequest: NetworkRequest {
        guard method == .post else { return NetworkRequest(method: .get, url: url, headers: headers, timeout: timeout) }
        var (own, body) = (["Content-Type": "application/json"], batch.body)
        if isCompressed, let compressed = Deflation.compressed(body, .gzip) {
            (body, own["Content-Encoding"]) = (compressed, "gzip")
        }
        return NetworkRequest(
            method: .post, url: url, headers: own.merging(headers) { $1 }, body: body, timeout: timeout)
    }

    /// Performs the request.
    func result(over connection: TimeLimitedConnection) async -> Result {
        do {
            return .response(try await connection.response(to: networkRequest))
        } catch let error as NetworkError {
            return .failed(error)
        } catch {
            return .failed(NetworkError(.unreachable, "\(error)"))
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
