import EventSupport

/// An element of an HTML page, or a text in one. Attributes and texts are escaped when they are written.
///
/// Unlike `SVGElement` it adds no white space inside elements, where HTML would show it, and leaves out the end tags
/// that HTML does not have.
enum HTML: Sendable {
    indirect case element(_ name: String, _ attributes: [(name: String, value: String)], _ contents: [HTML])
    case text(String)

    /// An element with contents; an attribute whose value is `nil` is left out.
    init(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], _ contents: [HTML] = []) {
        self = .element(name, attributes.compactMap { name, value in value.map { (name, $0) } }, contents)
    }

    /// An element with a text.
    init(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text: String) {
        self.init(name, attributes, [.text(text)])
    }

    static func link(_ text: String, to address: String, _ kind: String? = nil) -> HTML {
        HTML("a", ["href": address, "class": kind], text: text)
    }

    /// A text in the type of code.
    static func code(_ text: String) -> HTML { HTML("code", text: text) }

    /// Elements that have neither contents nor an end tag.
    private static let voidNames: Set = ["br", "input", "link", "meta", "wbr"]
    /// Elements after which white space is not shown.
    private static let blockNames: Set = [
        "aside", "body", "caption", "dd", "details", "div", "dl", "dt", "footer", "form", "h1", "h2", "h3", "head",
        "header", "html", "li", "link", "main", "meta", "nav", "ol", "p", "pre", "script", "section", "summary",
        "table", "tbody", "td", "th", "thead", "title", "tr", "ul",
    ]

    /// Adds the text of the element in UTF-8.
    func write(into bytes: inout [UInt8]) {
        switch self {
        case .text(let text): bytes += MarkupText.escaped(text).utf8
        case .element(let name, let attributes, let contents):
            bytes += "<\(name)".utf8
            for (name, value) in attributes { bytes += " \(name)=\"\(MarkupText.escaped(value))\"".utf8 }
            bytes += ">".utf8
            for element in contents { element.write(into: &bytes) }
            if !Self.voidNames.contains(name) { bytes += "</\(name)>".utf8 }
            if Self.blockNames.contains(name) { bytes += "\n".utf8 }
        }
    }
}

extension HTML: ExpressibleByStringInterpolation {
    init(stringLiteral text: String) { self = .text(text) }
}
