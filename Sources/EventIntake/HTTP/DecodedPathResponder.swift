import Hummingbird

/// Gives a router paths without needless percent-encoding: `/%65vents` is the path `/events`. A middleware would come
/// too late, since the route is found before.
struct DecodedPathResponder<Next: HTTPResponder>: HTTPResponder {
    let next: Next

    func respond(to request: Request, context: Next.Context) async throws -> Response {
        try await next.respond(to: request.at(path: request.uri.path.decodingUnreserved), context: context)
    }
}

extension String {
    /// The path with letters, digits, `-`, `.`, `_` and `~` in place of their percent-encoded forms, which mean the
    /// same (RFC 3986 §6.2.2.2).
    fileprivate var decodingUnreserved: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        var parts = split(separator: "%", omittingEmptySubsequences: false)[...]
        var path = String(parts.removeFirst())
        for part in parts {
            let code = part.utf8.count >= 2 ? UInt8(part.prefix(2), radix: 16) : nil
            let character = code.map { Character(Unicode.Scalar($0)) }
            if let character, character.isASCII, character.isLetter || character.isNumber || "-._~".contains(character)
            {
                path += String(character) + part.dropFirst(2)
            } else {
                path += "%" + part
            }
        }
        return path
    }
}
