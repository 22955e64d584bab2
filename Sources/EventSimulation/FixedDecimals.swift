extension Double {
    /// The number with this many decimals, the same on every machine: `-0.3`, `12.0`.
    func fixed(_ decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((magnitude * Double(scale)).rounded())
        let sign = self < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return "\(sign)\(scaled)" }
        return "\(sign)\(scaled / scale)." + String(String(scale + scaled % scale).dropFirst())
    }

    /// The number rounded to three decimals, for JSON.
    var thousandths: Double { (self * 1000).rounded() / 1000 }
}
