extension Sequence<String> {
    /// The name that differs least from a misspelt one, if it differs little enough to be what was meant: by a third of
    /// its characters, and by no more than `limit`.
    package func nearest(to name: String, limit: Int = .max) -> String? {
        let tolerance = Swift.min(limit, Swift.max(1, name.count / 3))
        // A name of a very different length cannot be near, and comparing it would take long.
        let comparable = filter { abs($0.utf8.count - name.utf8.count) <= 4 * tolerance && name.utf8.count < 1000 }
        let candidates = comparable.map { (name: $0, distance: $0.editDistance(to: name)) }
        return candidates.filter { $0.distance <= tolerance }.min { $0.distance < $1.distance }?.name
    }
}

extension String {
    /// How many characters have to be added, removed or replaced to make this text the other (Levenshtein).
    fileprivate func editDistance(to other: String) -> Int {
        let other = Array(other)
        var row = Array(0...other.count)
        for (line, character) in enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, candidate) in other.enumerated() {
                let replacing = diagonal + (character == candidate ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replacing, diagonal + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}
