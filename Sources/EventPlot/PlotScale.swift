/// A scale of an axis from 0 to a round number at or above the largest value.
package struct PlotScale: Sendable, Hashable {
    /// The end of the scale.
    package let end: Double
    /// The distance between two marks.
    package let step: Double

    /// A scale with four to ten steps of 1, 2 or 5 times a power of ten, none of which is below 1.
    package init(upTo maximum: Double) {
        var power = 1.0
        while power * 10 <= maximum { power *= 10 }
        let steps = [power / 10, power / 5, power / 2, power].filter { $0 >= 1 }
        step = steps.first { maximum / $0 <= 10 } ?? power
        end = max(1, (maximum / step).rounded(.up)) * step
    }

    /// The marks from 0 to the end.
    package var marks: [Double] { (0...Int((end / step).rounded())).map { Double($0) * step } }
}
