extension Array {
    /// The sequence without what does not matter: leaves out operations, many at a time and then one by one, as long as
    /// the rest still fails.
    ///
    /// - Complexity: some `n · log n` calls of `fails` for a failure of few operations.
    package func shortest(where fails: ([Element]) -> Bool) -> [Element] {
        var shortest = self
        var size = Swift.max(1, count / 2)
        while true {
            let before = shortest.count
            var start = 0
            while start < shortest.count {
                var candidate = shortest
                candidate.removeSubrange(start..<Swift.min(start + size, shortest.count))
                if fails(candidate) { shortest = candidate } else { start += size }
            }
            if size == 1, shortest.count == before { return shortest }
            size = Swift.max(1, size / 2)
        }
    }
}
