import EventCatalog
import EventCatalogChecks
import Foundation

extension Output {
    /// Whether standard output is a terminal that shows colours: `TERM` is not `dumb`, and `NO_COLOR` is not set
    /// (no-color.org).
    static var hasColours: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && environment["TERM"] != "dumb"
            && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// Writes a line to standard output, with colours if `isColoured`. Control characters of the texts are escaped
    /// either way.
    static func line(_ line: StyledLine, isColoured: Bool) throws {
        if isColoured { try self.line(bytes: Array(line.coloured.utf8)) } else { try self.line(line.plain) }
    }
}

extension StyledLine {
    /// The line with the codes of a terminal around its parts (ECMA-48, SGR).
    var coloured: String {
        parts.map { part in
            let text = PlainLine(part.text).text
            return part.style.code.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
        }.joined()
    }
}

extension StyledLine.Style {
    fileprivate var code: String? {
        switch self {
        case .plain: nil
        case .name: "1"
        case .severity(.error): "1;31"
        case .severity(.warning): "1;33"
        case .severity(.note): "1;36"
        case .faint: "2"
        case .removed: "31"
        case .added: "32"
        }
    }
}
