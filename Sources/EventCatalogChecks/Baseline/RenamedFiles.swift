import EventSupport

/// The files that were renamed since a baseline was made: the old one is gone, the new one was not there, both have a
/// finding in common, and of the lines of both, most are the same.
///
/// Findings alone do not show it: a new file may have the mistake of one that was removed.
struct RenamedFiles {
    private var oldNames: [String: String] = [:]

    /// The part of the lines that are the same. An edit of a third of a file in the commit that renames it is rare,
    /// and then its findings are reported.
    private static let minimumSimilarity = 2.0 / 3

    /// - Parameters:
    ///   - missing: the earlier findings that are not there any more.
    ///   - old: the sketches of the earlier files.
    ///   - new: the findings of files that were not there.
    ///   - sketch: the sketch of a file that was not there.
    init(
        missing: [FindingKey], _ old: [String: LineSketch], new: [FindingKey],
        sketch: (_ file: String) -> LineSketch
    ) {
        let files = Dictionary(grouping: new, by: \.subject).mapValues { Set($0.map(\.file)) }
        var pairs: Set<Pair> = []
        for key in missing where FileKind(at: key.file) == .missing {
            pairs.formUnion((files[key.subject] ?? []).map { Pair(old: key.file, new: $0) })
        }
        let sketches = Dictionary(uniqueKeysWithValues: Set(pairs.map(\.new)).map { ($0, sketch($0)) })
        func similarity(of pair: Pair) -> Double {
            guard let before = old[pair.old], let after = sketches[pair.new] else { return 0 }
            return before.similarity(to: after)
        }
        // The most similar pair comes first, then the one whose paths end alike.
        let ranked = pairs.map { (pair: $0, similarity: similarity(of: $0), commonNames: $0.commonNames) }
        let order = ranked.filter { $0.similarity >= Self.minimumSimilarity }.sorted { left, right in
            if left.similarity != right.similarity { return left.similarity > right.similarity }
            if left.commonNames != right.commonNames { return left.commonNames > right.commonNames }
            return left.pair < right.pair
        }
        var found: Set<String> = []
        for (pair, _, _) in order where oldNames[pair.new] == nil && found.insert(pair.old).inserted {
            oldNames[pair.new] = pair.old
        }
    }

    /// The name that a file had before; `nil` when it is not renamed.
    subscript(file: String) -> String? { oldNames[file] }

    private struct Pair: Hashable, Comparable {
        let old: String
        let new: String

        /// The number of names at the ends of both paths that are the same.
        var commonNames: Int {
            zip(old.split(separator: "/").reversed(), new.split(separator: "/").reversed()).prefix { $0 == $1 }.count
        }

        static func < (left: Pair, right: Pair) -> Bool { (left.old, left.new) < (right.old, right.new) }
    }
}
