import EventSupport
import Foundation

/// The origin in `Access-Control-Allow-Origin`. A browser compares it with the origin of a page character by character,
/// so it must be written as browsers write it.
package enum AllowedOrigin {
    /// An origin as browsers write it (RFC 6454 §6.2): scheme and host in lower case, no port that is the scheme's
    /// default, no slash at the end.
    ///
    /// - Returns: `nil` when the text is neither `*` nor `null` nor one origin that a browser could send.
    package static func normalized(_ text: String) -> String? {
        if ["*", "null"].contains(text) { return text }
        guard let parts = text.lowercased().wholeMatch(of: form.regex)?.output, let host = host(parts.2) else {
            return nil
        }
        let origin = "\(parts.1)://\(host)"
        guard let digits = parts.3 else { return origin }
        guard let port = UInt16(digits), port > 0 else { return nil }
        return defaultPorts[String(parts.1)] == port ? origin : "\(origin):\(port)"
    }

    private static let form = SharedExpression(
        /([a-z][a-z0-9+.\-]*):\/\/([a-z0-9._\-]+|\[[0-9a-f:]+\])(?::([0-9]+))?\/?/)
    private static let defaultPorts: [String: UInt16] = ["http": 80, "https": 443]

    /// A name, or an address in its shortest form; `nil` for what is neither.
    private static func host(_ text: Substring) -> String? {
        if text.hasPrefix("[") { return shortest(text.dropFirst().dropLast()).map { "[\($0)]" } }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard !labels.dropLast().contains("") else { return nil }
        // Browsers take a host that ends in a number for an address.
        guard let last = labels.last(where: { !$0.isEmpty }), last.allSatisfy(\.isNumber) else { return String(text) }
        let isAddress =
            labels.count == 4 && labels.allSatisfy { label in UInt8(label).map { "\($0)" } == String(label) }
        return isAddress ? String(text) : nil
    }

    /// The shortest form of an IPv6 address.
    private static func shortest(_ address: Substring) -> String? {
        var bytes = in6_addr()
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_pton(AF_INET6, String(address), &bytes) == 1,
            inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count)) != nil
        else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
