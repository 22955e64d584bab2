extension SVGElement {
    /// A picture as a document of its own: its title, its summary for screen readers, its style, and a
    /// background of the class `background` below the elements.
    package static func document(
        title: String, summary: String, style: String, size: (width: Double, height: Double), _ elements: [SVGElement]
    ) -> SVGElement {
        let head = [
            SVGElement("title", text: title), SVGElement("desc", text: summary), SVGElement("style", text: style),
            SVGElement("rect", ["class": "background", "width": "100%", "height": "100%"]),
        ]
        return SVGElement(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "role": "img",
                "viewBox": "0 0 \(size.width.coordinate) \(size.height.coordinate)",
            ], head + elements)
    }

    /// A text of a class at a place.
    package static func text(
        _ text: String, _ kind: String, x: Double, y: Double, anchor: String = "start"
    ) -> SVGElement {
        SVGElement(
            "text", ["class": kind, "x": x.coordinate, "y": y.coordinate, "text-anchor": anchor], text: text)
    }

    /// A line of a class between two places.
    package static func line(_ kind: String, _ from: (Double, Double), _ to: (Double, Double)) -> SVGElement {
        SVGElement(
            "line",
            [
                "class": kind, "x1": from.0.coordinate, "y1": from.1.coordinate, "x2": to.0.coordinate,
                "y2": to.1.coordinate,
            ])
    }
}

extension Double {
    /// A coordinate with one decimal, the same on every machine.
    package var coordinate: String {
        let tenths = Int((self * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
