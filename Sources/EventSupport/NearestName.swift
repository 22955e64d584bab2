extension Sequence<String> {
    /// The name that differs least from a misspelt one; `nil` when it differs in more than a quarter of the characters
    /// (one is always allowed), in more than four, or in more than `limit`. Case makes no difference.
    package func nearest(to name: String, limit: Int = .max) -> String? {
        let tolerance = Swift.min(limit, Swift.max(1, name.count / 4), 4)
        // A name of a very different length cannot be near, and comparing it would take long.
        let comparable = filter { abs($0.utf8.count - name.utf8.count) <= 4 * tolerance && name.utf8.count < 1000 }
        let candidates = comparable.map { (name: $0, distance: $0.lowercased().editDistance(to: name.lowercased())) }
        return candidates.filter { $0.distance <= tolerance }.min { $0.distance < $1.distance }?.name
    }
}

extension String {
    /// How many characters have to be added, removed, replaced, or swapped with their neighbours to make this text the
    /// other (Levenshtein, with swaps).
    fileprivate func editDistance(to other: String) -> Int {
        let (text, other) = (Array(self), Array(other))
        var rows = [Array(0...other.count)]
        for (line, character) in text.enumerated() {
            let above = rows[line]
            var row = [line + 1]
            for (column, candidate) in other.enumerated() {
                let replacing = above[column] + (character == candidate ? 0 : 1)
                var least = Swift.min(replacing, above[column + 1] + 1, row[column] + 1)
                if line > 0, column > 0, character == other[column - 1], text[line - 1] == candidate {
                    least = Swift.min(least, rows[line - 1][column - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[text.count][other.count]
    }
}
