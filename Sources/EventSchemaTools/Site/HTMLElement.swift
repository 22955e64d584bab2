import EventSupport

/// An element of an HTML page, whose attributes and texts are escaped when it is written.
///
/// Unlike `SVGElement` it adds no white space inside elements, where HTML would show it, and leaves out the end tags
/// that HTML does not have.
struct HTMLElement: Sendable {
    /// The content of an element.
    enum Content: Sendable {
        case element(HTMLElement)
        case text(String)
    }

    let name: String
    let attributes: [(name: String, value: String)]
    let contents: [Content]

    /// An element with contents; an attribute whose value is `nil` is left out.
    init(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], _ contents: [Content] = []) {
        self.name = name
        self.attributes = attributes.compactMap { name, value in value.map { (name, $0) } }
        self.contents = contents
    }

    /// An element with a text.
    init(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text: String) {
        self.init(name, attributes, [.text(text)])
    }

    /// A link.
    static func link(_ text: String, to address: String, _ kind: String? = nil) -> HTMLElement {
        HTMLElement("a", ["href": address, "class": kind], text: text)
    }

    /// A text in the type of code.
    static func code(_ text: String) -> HTMLElement { HTMLElement("code", text: text) }

    /// Elements that have neither contents nor an end tag.
    private static let voidNames: Set = ["br", "input", "link", "meta", "wbr"]
    /// Elements after which white space is not shown.
    private static let blockNames: Set = [
        "aside", "body", "caption", "dd", "details", "div", "dl", "dt", "footer", "form", "h1", "h2", "h3", "head",
        "header", "html", "li", "link", "main", "meta", "nav", "ol", "p", "pre", "script", "section", "summary",
        "table", "tbody", "td", "th", "thead", "title", "tr", "ul",
    ]

    /// Adds the element's text in UTF-8.
    func write(into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "<"))
        bytes += name.utf8
        for (name, value) in attributes {
            bytes.append(UInt8(ascii: " "))
            bytes += name.utf8
            bytes += "=\"".utf8
            bytes += MarkupText.escaped(value).utf8
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
        if !Self.voidNames.contains(name) {
            for content in contents {
                switch content {
                case .element(let element): element.write(into: &bytes)
                case .text(let text): bytes += MarkupText.escaped(text).utf8
                }
            }
            bytes += "</".utf8
            bytes += name.utf8
            bytes.append(UInt8(ascii: ">"))
        }
        if Self.blockNames.contains(name) { bytes.append(UInt8(ascii: "\n")) }
    }
}

extension HTMLElement.Content: ExpressibleByStringInterpolation {
    /// A text, which is escaped.
    init(stringLiteral text: String) { self = .text(text) }
}

extension [HTMLElement] {
    /// The elements as the contents of another.
    var contents: [HTMLElement.Content] { map(HTMLElement.Content.element) }
}
