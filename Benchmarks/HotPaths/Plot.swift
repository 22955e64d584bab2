import ArgumentParser
import EventPlot
import EventSchema
import Foundation

/// Draws curves that `Benchmarks/compare --growth` has measured.
struct Plot: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Writes the plot of each curve as SVG into a folder.")

    @Argument(help: "A file with the curves.") var figures: String
    @Argument(help: "The folder.") var folder: String

    func run() throws {
        let curves = try JSON(parsing: String(contentsOf: URL(filePath: figures), encoding: .utf8))
        for curve in curves.elements {
            guard let file = curve["file"]?.string, let plot = LinePlot(curve) else {
                throw ValidationError("\(figures) has a curve without a file, a title or an axis")
            }
            let picture = LinePlot.svg([plot], title: plot.title)
            try picture.write(to: URL(filePath: folder).appending(path: file), atomically: true, encoding: .utf8)
        }
    }
}

extension LinePlot {
    /// A curve as the script writes it: `title`, `axis`, `lines` and `points`, each with its `label`, its `place` where
    /// the axis is in proportion, and its `values` by line.
    fileprivate init?(_ curve: JSON) {
        guard let title = curve["title"]?.string, let axis = curve["axis"]?.string,
            let lines = curve["lines"]?.elements, let points = curve["points"]?.elements
        else { return nil }
        self.init(title: title, axis: axis, lines: lines.compactMap(\.string), points: points.map { Point($0) })
    }
}

extension LinePlot.Point {
    fileprivate init(_ point: JSON) {
        let values = point["values"]?.elements.compactMap { $0.number?.double }
        self.init(
            label: point["label"]?.string ?? "", place: point["place"]?.number?.double, values: values ?? [])
    }
}
