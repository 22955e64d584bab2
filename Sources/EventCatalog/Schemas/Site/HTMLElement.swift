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
            Self.escape(value, into: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
        if !Self.voidNames.contains(name) {
            for content in contents {
                switch content {
                case .element(let element): element.write(into: &bytes)
                case .text(let text): Self.escape(text, into: &bytes)
                }
            }
            bytes += "</".utf8
            bytes += name.utf8
            bytes.append(UInt8(ascii: ">"))
        }
        if Self.blockNames.contains(name) { bytes.append(UInt8(ascii: "\n")) }
    }

    /// The text with the characters that HTML reserves as references; control characters, which HTML does not allow,
    /// are U+FFFD.
    private static func escape(_ text: String, into bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { text in
            var rest = text[...]
            while let next = rest.firstIndex(where: { escapes[Int($0)] != nil }) {
                bytes += rest[..<next]
                bytes += escapes[Int(rest[next])] ?? []
                rest = rest[(next + 1)...]
            }
            bytes += rest
        }
    }

    /// What is written for each byte that is not written as it is.
    private static let escapes: [[UInt8]?] = {
        var escapes = [[UInt8]?](repeating: nil, count: 256)
        for byte in [0..<0x9, 0xB..<0xD, 0xE..<0x20, 0x7F..<0x80].joined() { escapes[byte] = Array("\u{FFFD}".utf8) }
        for (character, reference) in [
            ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;"), ("\r", "&#13;"),
        ] as [(Unicode.Scalar, String)] {
            escapes[Int(character.value)] = Array(reference.utf8)
        }
        return escapes
    }()
}

extension HTMLElement.Content: ExpressibleByStringInterpolation {
    /// A text, which is escaped.
    init(stringLiteral text: String) { self = .text(text) }
}

extension [HTMLElement] {
    /// The elements as the contents of another.
    var contents: [HTMLElement.Content] { map(HTMLElement.Content.element) }
}
