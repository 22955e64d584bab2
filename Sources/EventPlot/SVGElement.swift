import EventSupport

/// An element of an SVG document, whose attributes and texts are escaped when it is written.
package struct SVGElement: Sendable {
    /// The content of an element.
    package enum Content: Sendable {
        case element(SVGElement)
        case text(String)
    }

    package let name: String
    package let attributes: [(name: String, value: String)]
    package var contents: [Content]

    /// An element with a text; without one, an empty element.
    package init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String? = nil) {
        self.name = name
        self.attributes = attributes.map { ($0.key, $0.value) }
        contents = text.map { [.text($0)] } ?? []
    }

    /// An element around other elements.
    package init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [SVGElement]) {
        self.init(name, attributes)
        contents = children.map(Content.element)
    }

    /// The element as text, each element that holds elements on lines of its own.
    package var text: String { lines(indent: "").joined(separator: "\n") + "\n" }

    private func lines(indent: String) -> [String] {
        let start = indent + "<" + name + attributes.map { " \($0.name)=\"\(MarkupText.escaped($0.value))\"" }.joined()
        if contents.isEmpty { return [start + "/>"] }
        let parts = contents.map { content -> (isText: Bool, lines: [String]) in
            switch content {
            case .text(let text): (true, [MarkupText.escaped(text)])
            case .element(let element): (false, element.lines(indent: indent + "  "))
            }
        }
        if parts.allSatisfy(\.isText) {
            return [start + ">" + parts.flatMap(\.lines).joined() + "</\(name)>"]
        }
        return [start + ">"] + parts.flatMap(\.lines) + [indent + "</\(name)>"]
    }
}
