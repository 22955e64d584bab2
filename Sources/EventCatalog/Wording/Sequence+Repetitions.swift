extension Sequence {
    /// The elements whose key an earlier one has, each with the first that has it. Those without a key are left out.
    package func repetitions<Key: Hashable>(by key: (Element) -> Key?) -> [(first: Element, again: Element)] {
        var first: [Key: Element] = [:]
        return compactMap { element in
            guard let key = key(element) else { return nil }
            if let earlier = first[key] { return (earlier, element) }
            first[key] = element
            return nil
        }
    }
}

extension Sequence where Element: Hashable {
    /// Each element once, in order.
    package var distinct: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension Collection<String> {
    /// The first texts with commas, and the number of the others: `a, b and 3 more`.
    package func listed(upTo count: Int) -> String {
        let more = self.count > count ? " and \(self.count - count) more" : ""
        return prefix(count).joined(separator: ", ") + more
    }
}

extension [String] {
    /// The names with commas, and `and` before the last.
    package var enumerated: String {
        guard count > 1, let last else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) and \(last)"
    }
}
