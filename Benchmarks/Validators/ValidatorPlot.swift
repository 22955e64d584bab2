import EventPlot
import EventSchema

/// The plot of figures: the time of validators over the size of an event, and over that of a schema.
struct ValidatorPlot {
    private let figures: JSON

    private static let programs = ["ours", "ajv", "jsonschema-rs"]

    init(_ figures: JSON) { self.figures = figures }

    /// The picture as a document of its own.
    var svg: String {
        let plots = [
            LinePlot(
                title: "Parse and validate, µs a kB", axis: "size of the event in kB", lines: Self.programs,
                points: points("size ", "parse and validate") { $0 }),
            LinePlot(
                title: "Validate an event, µs", axis: "properties of the schema", lines: Self.programs,
                points: points("properties ", "validate") { _ in 1000 }),
        ]
        return LinePlot.svg(plots, title: "Validators: \(Self.programs.joined(separator: ", "))")
    }

    /// The cases whose names begin so, with each program's time of a work, divided by what belongs to the case.
    private func points(_ prefix: String, _ work: String, per divisor: (Double) -> Double) -> [LinePlot.Point] {
        figures.elements.compactMap { figure in
            guard let name = figure["name"]?.string, name.hasPrefix(prefix),
                let amount = Double(name.dropFirst(prefix.count))
            else { return nil }
            let times = Self.programs.map { figure["times"]?[$0]?[work]?.number?.double ?? 0 }
            let label = prefix == "size " ? (amount / 1000).coordinate : "\(Int(amount))"
            return LinePlot.Point(label: label, values: times.map { $0 / divisor(amount) })
        }
    }
}
