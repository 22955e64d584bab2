extension [String] {
    /// The names with commas, and `and` before the last.
    var enumerated: String {
        guard count > 1, let last else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) and \(last)"
    }
}
