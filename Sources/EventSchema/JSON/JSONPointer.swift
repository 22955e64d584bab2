/// JSON pointers (RFC 6901).
package enum JSONPointer {
    /// A name as a token of a pointer: `~` and `/` escaped.
    package static func escape(_ token: String) -> String {
        guard token.utf8.contains(where: { $0 == ascii("~") || $0 == ascii("/") }) else { return token }
        var escaped = String.UnicodeScalarView()
        for scalar in token.unicodeScalars {
            switch scalar {
            case "~": escaped += "~0".unicodeScalars
            case "/": escaped += "~1".unicodeScalars
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    /// The name that a token of a pointer stands for.
    package static func unescape(_ token: some StringProtocol) -> String {
        var name = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in token.unicodeScalars {
            if isEscaped {
                name.append(scalar == "0" ? "~" : scalar == "1" ? "/" : scalar)
                isEscaped = false
            } else if scalar == "~" {
                isEscaped = true
            } else {
                name.append(scalar)
            }
        }
        return String(name)
    }

    /// The names of a pointer that is empty or begins with a slash.
    package static func tokens(of pointer: String) -> [String] {
        var tokens: [String] = []
        var token = String.UnicodeScalarView()
        for scalar in pointer.unicodeScalars.dropFirst() {
            if scalar == "/" {
                tokens.append(unescape(String(token)))
                token = String.UnicodeScalarView()
            } else {
                token.append(scalar)
            }
        }
        if !pointer.isEmpty { tokens.append(unescape(String(token))) }
        return tokens
    }
}

extension JSONValue {
    /// What one token of a JSON pointer leads to.
    package func child(_ token: String) -> JSONValue? {
        switch self {
        case .object(let object): return object[token]
        case .array(let elements):
            // An index is written without leading zeros.
            guard let index = Int(token), String(index) == token, elements.indices.contains(index) else { return nil }
            return elements[index]
        default: return nil
        }
    }
}
